//! Between macroquad's types and motile's.

use macroquad::prelude as mq;
use motile_collide::Mask;
use motile_geom::Vec2;

/// A macroquad vector as one of motile.
pub fn ours(vector: mq::Vec2) -> Vec2 {
    Vec2::from_array(vector.to_array())
}

/// A vector of motile as one of macroquad.
pub fn theirs(vector: Vec2) -> mq::Vec2 {
    mq::Vec2::from_array(vector.to_array())
}

/// The pixels of an image with at least this alpha.
pub fn mask_of(image: &mq::Image, threshold: u8) -> Mask {
    let alpha: Vec<u8> = image.bytes.chunks_exact(4).map(|pixel| pixel[3]).collect();
    Mask::from_alpha(image.width.into(), image.height.into(), &alpha, threshold)
        .expect("macroquad's images have four bytes a pixel and fit into memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_pixels_pass_over() {
        assert_eq!(theirs(ours(mq::vec2(3.0, -4.0))), mq::vec2(3.0, -4.0));
        let mut image = mq::Image::gen_image_color(3, 2, mq::BLANK);
        image.set_pixel(2, 1, mq::WHITE);
        let mask = mask_of(&image, 128);
        assert!(mask.get(2, 1));
        assert_eq!(mask.count(), 1);
    }
}
