//! Paints screens without a graphics card, pixel for pixel the same on every machine.

use dream_soft_render::{ClipRect, Color, Frame, Mesh, SoftwareRenderer, TextureId, Vertex};
use egui::epaint::{ImageData, ImageDelta, Primitive};
use egui::{ClippedPrimitive, Color32, Context, FullOutput, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;
use std::collections::HashMap;

/// The painter of a window.
#[derive(Default)]
pub struct Painter {
    renderer: SoftwareRenderer,
    textures: HashMap<egui::TextureId, TextureId>,
}

impl Painter {
    fn set(&mut self, id: egui::TextureId, delta: &ImageDelta) -> Result<(), dream_soft_render::Error> {
        let ImageData::Color(image) = &delta.image;
        let [width, height] = image.size;
        let pixels: Vec<u8> = image.pixels.iter().flat_map(Color32::to_array).collect();
        if let Some([x, y]) = delta.pos {
            let known = self.textures[&id];
            return self.renderer.update_texture(known, x, y, width, height, &pixels);
        }
        let fresh = self.renderer.create_texture(width, height, &pixels)?;
        match self.textures.insert(id, fresh) {
            Some(old) => self.renderer.free_texture(old),
            None => Ok(()),
        }
    }
}

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, images) in delta.set.drain() {
            for image in images {
                self.set(id, &image).expect("a texture that can be kept");
            }
        }
        for id in delta.free.drain() {
            if let Some(old) = self.textures.remove(&id) {
                self.renderer.free_texture(old).expect("a texture that was kept");
            }
        }
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let (width, height) = (size.x.round() as usize, size.y.round() as usize);
        let painted = ctx.tessellate(output.shapes.clone(), scale);
        let mut frame = self.renderer.begin_frame(width, height).map_err(|error| error.to_string())?;
        frame.clear(Color::BLACK);
        for primitive in &painted {
            paint(&mut frame, primitive, &self.textures, scale)?;
        }
        let pixels = self.renderer.surface().pixels.clone();
        RgbaImage::from_raw(width as u32, height as u32, pixels).ok_or_else(|| "too few pixels".to_owned())
    }
}

fn paint(
    frame: &mut Frame<'_>,
    primitive: &ClippedPrimitive,
    textures: &HashMap<egui::TextureId, TextureId>,
    scale: f32,
) -> Result<(), String> {
    let Primitive::Mesh(mesh) = &primitive.primitive else {
        return Err("what the graphics card paints by itself cannot be painted here".to_owned());
    };
    let texture = *textures.get(&mesh.texture_id).ok_or("a texture that nobody has given")?;
    let vertex = |vertex: &egui::epaint::Vertex| {
        let [r, g, b, a] = vertex.color.to_array();
        let at = vertex.pos * scale;
        Vertex::new([at.x, at.y], vertex.uv.into(), Color::from_rgba_premultiplied(r, g, b, a))
    };
    let vertices: Vec<Vertex> = mesh.vertices.iter().map(vertex).collect();
    let edge = |at: f32| (at * scale).round().max(0.0) as u32;
    let clip = primitive.clip_rect;
    let clip = ClipRect::new(edge(clip.min.x), edge(clip.min.y), edge(clip.max.x), edge(clip.max.y));
    let mesh = Mesh { texture: Some(texture), vertices: &vertices, indices: &mesh.indices };
    frame.mesh(mesh, clip).map_err(|error| error.to_string())
}
