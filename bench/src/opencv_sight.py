"""OpenCV on two frames of a camera, 640x480, one thread. The folder given has before, after, still and moved .gray and after.rgba. Each
line of input names a work and a number of calls; the answer is the nanoseconds that a call took, or for `flow-error` the
mean distance from the true way (whose x and y follow the folder), in pixels."""

import sys
import time

import cv2
import numpy

cv2.setNumThreads(1)
folder, way = sys.argv[1], (float(sys.argv[2]), float(sys.argv[3]))
before = numpy.fromfile(folder + "/before.gray", dtype=numpy.uint8).reshape(480, 640)
after = numpy.fromfile(folder + "/after.gray", dtype=numpy.uint8).reshape(480, 640)
still = numpy.fromfile(folder + "/still.gray", dtype=numpy.uint8).reshape(480, 640)
moved = numpy.fromfile(folder + "/moved.gray", dtype=numpy.uint8).reshape(480, 640)
color = numpy.fromfile(folder + "/after.rgba", dtype=numpy.uint8).reshape(480, 640, 4)
far = numpy.empty_like(before)
mask = numpy.empty_like(before)
dis = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST)
field = None


def bounds():
    cv2.boundingRect(before)


def motion():
    cv2.absdiff(before, after, dst=far)
    cv2.threshold(far, 13, 255, cv2.THRESH_BINARY, dst=mask)
    cv2.boundingRect(mask)
    cv2.moments(mask, binaryImage=True)


def color_blob():
    cv2.inRange(color, (140, 40, 0, 255), (255, 150, 80, 255), dst=mask)
    count, labels, stats, centers = cv2.connectedComponentsWithStats(mask, connectivity=8)
    stats[1:, cv2.CC_STAT_AREA].argmax()


def flow():
    global field
    field = dis.calc(still, moved, None)


def farneback():
    cv2.calcOpticalFlowFarneback(still, moved, None, 0.5, 3, 15, 3, 5, 1.2, 0)


def flow_error():
    flow()
    cells = field[:480, :640].reshape(30, 16, 40, 16, 2).mean(axis=(1, 3))[2:-2, 2:-2]
    return float(numpy.hypot(cells[:, :, 0] - way[0], cells[:, :, 1] - way[1]).mean())


works = {"bounds": bounds, "motion": motion, "color": color_blob, "flow": flow, "farneback": farneback}
for line in sys.stdin:
    name, calls = line.split()
    if name == "flow-error":
        print(flow_error(), flush=True)
        continue
    work = works[name]
    begin = time.perf_counter_ns()
    for _ in range(int(calls)):
        work()
    print((time.perf_counter_ns() - begin) / int(calls), flush=True)
