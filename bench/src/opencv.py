"""Three OpenCV pipelines on 640x480 RGBA, one thread. Each line of input names one and a number of calls; the
answer is the nanoseconds that a call took."""

import sys
import time

import cv2
import numpy

cv2.setNumThreads(1)
random = numpy.random.default_rng(3)
before = random.integers(0, 256, (480, 640, 4), dtype=numpy.uint8)
before[:, :, 3] = 255
after = before.copy()
after[100:160, 200:280] = (200, 30, 40, 255)
plain = numpy.full((480, 640, 4), (16, 16, 16, 255), dtype=numpy.uint8)
plain[100:160, 200:280] = (200, 30, 40, 255)
kernel = numpy.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], dtype=numpy.float32) / 16
target = numpy.empty_like(before)
mask = numpy.empty((480, 640), dtype=numpy.uint8)


def convolve():
    cv2.filter2D(before, -1, kernel, dst=target, borderType=cv2.BORDER_REPLICATE)


def difference():
    cv2.absdiff(before, after, dst=target)
    cv2.threshold(target, 50, 255, cv2.THRESH_BINARY, dst=target)


def bounds():
    cv2.inRange(plain, (190, 20, 30, 255), (210, 40, 50, 255), dst=mask)
    cv2.boundingRect(mask)


works = {"convolve": convolve, "difference": difference, "bounds": bounds}
for line in sys.stdin:
    name, calls = line.split()
    work = works[name]
    begin = time.perf_counter_ns()
    for _ in range(int(calls)):
        work()
    print((time.perf_counter_ns() - begin) / int(calls), flush=True)
