//! A board of cells, and the places of pieces on them.

use super::coordinates;
use crate::layout::{Laid, SceneLayout};
use crate::looks::{self, AreaRole, Canvas, CellTouched, LayoutLook, Slot, Touchable};
use crate::marks;
use crate::spot::Spot;
use crate::textures::WHOLE;
use crate::words::{piece_text, place_contents};
use egui::epaint::{Mesh, PathStroke, Vertex};
use egui::{Color32, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::collections::HashMap;
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::scene::{Area, Cell, Cells as Board, Ground, Layout, Mark, Outline, Piece, Stacking};
use stonehouse_ui::theme;

/// The look of a board.
pub struct Cells;

/// How far the board reaches beyond its outermost cells, as a multiple of a cell's radius.
const MARGIN: f32 = 0.9;
/// How far it reaches beyond the middle of a label, as a multiple of a cell's radius.
const AROUND_WORDS: f32 = 0.75;
/// The room for coordinates beside a board, as a multiple of a cell's radius, and the smallest cell beside which they
/// are shown, in points.
const COORDINATES: f32 = 1.15;
const LEAST_COORDINATES: f32 = 9.0;
/// The radius of a stone, as a share of its cell's radius.
const STONE: f32 = 0.895;
/// The distance from piece to piece in a pile, as a share of a piece's radius.
const PILED: f32 = 0.24;
/// A board that fills at least this share of its bounding rectangle is painted as a rectangle.
const NEARLY: f32 = 0.93;
/// The size of a tile of a texture, in points.
const WOOD_TILE: f32 = 460.0;
const CLOTH_TILE: f32 = 128.0;
/// The size of a cell where the board is one thing among others, as a share of a card's height.
const AMONG_OTHERS: f32 = 0.6;

/// The position and scale of a board on the table.
#[derive(Clone, Debug)]
pub struct CellsPlan {
    origin: Pos2,
    /// How many points the board's unit of length has.
    pub scale: f32,
    /// The usual radius of a cell, in points.
    pub radius: f32,
    /// Its outline, clockwise.
    outline: Vec<Pos2>,
    /// Whether it is a rectangle given by the game.
    is_square: bool,
}

impl CellsPlan {
    /// A point of the board on the table.
    pub fn at(&self, point: [f32; 2]) -> Pos2 {
        self.origin + vec2(point[0], point[1]) * self.scale
    }
}

/// The radius of the room for pieces in a cell, in the board's unit.
fn room(outline: &Outline) -> f32 {
    match outline {
        Outline::Circle(radius) | Outline::Crossing(radius) => *radius,
        Outline::Square(side) => side / 2.0,
        Outline::Hexagon(radius) | Outline::FlatHexagon(radius) => radius * 0.866,
        Outline::Polygon(corners) => {
            let bounds = Rect::from_points(&corners.iter().map(|[x, y]| pos2(*x, *y)).collect::<Vec<_>>());
            bounds.size().min_elem() * 0.44
        }
        Outline::Edge { to, width } => (width / 2.0).max(0.3 * to[0].hypot(to[1])),
        _ => 0.4,
    }
}

/// The corners of an outline relative to the middle of its cell; none for a round one.
fn corners(outline: &Outline) -> Vec<Vec2> {
    let regular = |radius: f32, first: f32| {
        (0..6).map(|side| Vec2::angled(first + std::f32::consts::TAU * side as f32 / 6.0) * radius).collect()
    };
    match outline {
        Outline::Square(side) => {
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| vec2(x, y) * *side / 2.0).to_vec()
        }
        Outline::Hexagon(radius) => regular(*radius, std::f32::consts::FRAC_PI_6),
        Outline::FlatHexagon(radius) => regular(*radius, 0.0),
        Outline::Polygon(corners) => corners.iter().map(|[x, y]| vec2(*x, *y)).collect(),
        Outline::Edge { to, width } => {
            let along = vec2(to[0], to[1]);
            let sideways = along.normalized().rot90() * *width / 2.0;
            vec![along + sideways, along - sideways, -along - sideways, -along + sideways]
        }
        _ => Vec::new(),
    }
}

/// The usual radius of a board's cells.
fn usual_room(board: &Board) -> f32 {
    let is_place = |cell: &&Cell| !cell.handle.is_empty() && !matches!(cell.outline, Outline::Edge { .. });
    let mut rooms: Vec<f32> = board.cells.iter().filter(is_place).map(|cell| room(&cell.outline)).collect();
    if rooms.is_empty() {
        rooms = board.cells.iter().map(|cell| room(&cell.outline)).collect();
    }
    rooms.sort_by(f32::total_cmp);
    rooms.get(rooms.len() / 2).copied().unwrap_or(0.4).max(1e-4)
}

/// Circles, as middle and radius, that the board has to cover.
fn reaches(board: &Board) -> Vec<(Pos2, f32)> {
    let usual = usual_room(board);
    let margin = if board.ground == Ground::None { 0.12 * usual } else { MARGIN * usual };
    let mut reaches = Vec::new();
    for cell in &board.cells {
        let at = pos2(cell.at[0], cell.at[1]);
        let corners = corners(&cell.outline);
        if corners.is_empty() {
            reaches.push((at, room(&cell.outline) + margin));
        }
        reaches.extend(corners.into_iter().map(|corner| (at + corner, margin)));
    }
    reaches.extend(board.labels.iter().map(|label| (pos2(label.at[0], label.at[1]), AROUND_WORDS * usual)));
    let points = board.lines.iter().flat_map(|line| &line.points);
    reaches.extend(points.map(|[x, y]| (pos2(*x, *y), margin * 0.4)));
    reaches
}

/// The rectangle of a board, in its own unit.
fn extent(board: &Board) -> Rect {
    let mut extent = ground_extent(board);
    if coordinates::of(board).is_some() {
        let room = COORDINATES * usual_room(board);
        extent.min.x -= room;
        extent.max.y += room;
    }
    extent
}

/// The rectangle of the board's ground, in its own unit.
fn ground_extent(board: &Board) -> Rect {
    if let Some([left, top, right, bottom]) = board.bounds {
        return Rect::from_min_max(pos2(left, top), pos2(right, bottom));
    }
    let around = reaches(board).into_iter().map(|(at, far)| Rect::from_center_size(at, Vec2::splat(2.0 * far)));
    let extent = around.fold(Rect::NOTHING, Rect::union);
    if extent.is_positive() { extent } else { Rect::from_center_size(Pos2::ZERO, Vec2::splat(1.0)) }
}

/// How many points the board's unit would have in this rectangle; 0 if the area is not a board.
pub fn scale(area: &Area, rect: Rect) -> f32 {
    let Layout::Cells(board) = &area.layout else { return 0.0 };
    let extent = extent(board);
    (rect.width() / extent.width()).min(rect.height() / extent.height()).max(0.0)
}

/// The convex hull, by Andrew's monotone chain.
fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = &Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let (ab, ap) = (b - a, *point - a);
                if ab.x * ap.y - ab.y * ap.x > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut around = half(&mut points.iter());
    around.extend(half(&mut points.iter().rev()));
    around
}

/// The area of a polygon.
fn area_of(outline: &[Pos2]) -> f32 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>().abs() / 2.0
}

/// A rectangle with round corners, clockwise.
fn round_rect(rect: Rect, radius: f32) -> Vec<Pos2> {
    let inner = rect.shrink(radius);
    let corners = [inner.right_bottom(), inner.left_bottom(), inner.left_top(), inner.right_top()];
    let quarter = std::f32::consts::FRAC_PI_2;
    let about = |(number, corner): (usize, Pos2)| {
        (0..=6).map(move |step| corner + Vec2::angled(quarter * (number as f32 + step as f32 / 6.0)) * radius)
    };
    corners.into_iter().enumerate().flat_map(about).collect()
}

fn plan(board: &Board, rect: Rect, scale: f32) -> CellsPlan {
    let extent = extent(board);
    let origin = rect.center() - extent.center().to_vec2() * scale;
    let on_table = |at: Pos2| origin + at.to_vec2() * scale;
    let outline = if board.bounds.is_some() {
        let extent = ground_extent(board);
        [extent.left_top(), extent.right_top(), extent.right_bottom(), extent.left_bottom()].map(on_table).to_vec()
    } else {
        let turn = std::f32::consts::TAU / 24.0;
        let about =
            |(at, far): (Pos2, f32)| (0..24).map(move |step| on_table(at + Vec2::angled(turn * step as f32) * far));
        let around = hull(reaches(board).into_iter().flat_map(about).collect());
        let whole = Rect::from_points(&around);
        // If it is nearly a rectangle, it becomes one with round corners.
        if area_of(&around) > NEARLY * whole.area() {
            round_rect(whole, usual_room(board) * scale * 0.8)
        } else {
            around
        }
    };
    CellsPlan { origin, scale, radius: usual_room(board) * scale, outline, is_square: board.bounds.is_some() }
}

/// The place of a cell that can be touched.
fn cell_spot(cell: &Cell, plan: &CellsPlan) -> Spot {
    let at = plan.at(cell.at);
    match &cell.outline {
        Outline::Square(side) => Spot::rect(Rect::from_center_size(at, Vec2::splat(side * plan.scale))),
        Outline::Edge { to, width } => {
            let along = vec2(to[0], to[1]);
            let half = along.length().max(1e-4);
            Spot { at, radius: half * plan.scale, aspect: width / (2.0 * half), turn: along.angle() }
        }
        Outline::Polygon(corners) => {
            let points: Vec<Pos2> = corners.iter().map(|[x, y]| at + vec2(*x, *y) * plan.scale).collect();
            Spot::rect(Rect::from_points(&points))
        }
        outline => Spot::round(at, room(outline) * plan.scale),
    }
}

/// The place of a piece that is alone on a cell.
fn piece_spot(piece: &Piece, cell: &Cell, plan: &CellsPlan) -> Spot {
    let shape = looks::face(&piece.face).shape(&piece.face);
    let at = plan.at(cell.at);
    let spot = match &cell.outline {
        Outline::Edge { to, .. } if looks::face(&piece.face).is_along_edges(&piece.face) => {
            let along = vec2(to[0], to[1]);
            Spot { at, radius: along.length() * plan.scale * 0.94, aspect: 0.22, turn: along.angle() }
        }
        Outline::Square(side) if shape.aspect > 0.0 => {
            let tall = (side * plan.scale * 0.95).min(side * plan.scale * 0.95 * shape.aspect);
            Spot { at, radius: tall / shape.aspect / 2.0, aspect: shape.aspect, turn: 0.0 }
        }
        Outline::Polygon(corners) if shape.aspect > 0.0 => {
            let points: Vec<Pos2> = corners.iter().map(|[x, y]| pos2(*x, *y)).collect();
            let size = Rect::from_points(&points).size() * plan.scale * 0.92;
            let tall = size.y.min(size.x * shape.aspect);
            Spot { at, radius: tall / shape.aspect / 2.0, aspect: shape.aspect, turn: 0.0 }
        }
        outline => {
            let share = match outline {
                Outline::Crossing(_) | Outline::Polygon(_) => 1.0,
                Outline::Square(_) | Outline::Hexagon(_) | Outline::FlatHexagon(_) => 0.8,
                _ => STONE,
            };
            shape.within(at, room(outline) * plan.scale * share)
        }
    };
    let high = spot.size().y;
    Spot {
        at: spot.at + vec2(piece.shift[0], piece.shift[1]) * high,
        radius: spot.radius * piece.size,
        turn: spot.turn + piece.turn.to_radians(),
        ..spot
    }
}

/// The place of the `nth` of `count` pieces on a cell.
fn stacked(spot: Spot, cell: &Cell, plan: &CellsPlan, nth: usize, count: usize) -> Spot {
    match cell.stacking {
        _ if count < 2 => spot,
        Stacking::Share => {
            let across = (count as f32).sqrt().ceil();
            let lines = (count as f32 / across).ceil();
            let room = room(&cell.outline) * plan.scale * 1.7 / across;
            let (line, place) = ((nth as f32 / across).floor(), nth as f32 % across);
            let in_line = (count as f32 - line * across).min(across);
            let sideways = vec2(place - (in_line - 1.0) / 2.0, line - (lines - 1.0) / 2.0) * room;
            Spot { at: spot.at + sideways, radius: spot.radius / across * 0.98, ..spot }
        }
        Stacking::Spread([x, y]) => Spot { at: spot.at + vec2(x, y) * plan.scale * nth as f32, ..spot },
        // A pile, and any stacking that this version does not know yet.
        _ => {
            let step = (spot.inner_radius() * PILED).min(spot.inner_radius() * 1.6 / count as f32);
            Spot { at: spot.at - vec2(0.0, step * nth as f32), ..spot }
        }
    }
}

/// The pieces of a board by the handle of their place.
fn by_place(area: &Area) -> HashMap<&str, Vec<&Piece>> {
    let mut by_place: HashMap<&str, Vec<&Piece>> = HashMap::new();
    for piece in &area.pieces {
        by_place.entry(&piece.on).or_default().push(piece);
    }
    by_place
}

/// The cells that have a handle.
fn touchable_cells(board: &Board) -> impl Iterator<Item = &Cell> {
    board.cells.iter().filter(|cell| !cell.handle.is_empty())
}

impl LayoutLook for Cells {
    fn role(&self) -> AreaRole {
        AreaRole::Board
    }

    fn wants(&self, slot: Slot<'_>, _: f32) -> Vec2 {
        let Layout::Cells(board) = &slot.area().layout else { return Vec2::ZERO };
        extent(board).size() * slot.unit * AMONG_OTHERS * 0.5 / usual_room(board)
    }

    fn lines(&self, area: &Area, names: &[String]) -> Vec<String> {
        let Layout::Cells(board) = &area.layout else { return Vec::new() };
        let text = |pieces: Vec<&Piece>| {
            pieces.into_iter().map(|piece| piece_text(piece, names)).collect::<Vec<_>>().join(", ")
        };
        let mut by_place = by_place(area);
        let (mut lines, mut empty) = (Vec::new(), 0);
        for cell in touchable_cells(board) {
            match by_place.remove(cell.handle.as_str()) {
                Some(pieces) => lines.push(format!("{}: {}", cell.name.shown(names), text(pieces))),
                None => empty += 1,
            }
        }
        // Pieces that are on no cell of the board.
        lines.extend(by_place.into_values().flatten().map(|piece| piece_text(piece, names)));
        lines.push(if empty == 1 { tr!("1 empty place").to_owned() } else { tr!("{n} empty places", n = empty) });
        lines
    }

    fn touchables<'a>(&self, area: &'a Area, names: &[String], add: &mut dyn FnMut(Touchable<'a, '_>)) {
        let Layout::Cells(board) = &area.layout else { return };
        let by_place = by_place(area);
        for cell in touchable_cells(board) {
            let on = by_place.get(cell.handle.as_str()).map_or(&[][..], Vec::as_slice);
            let is_crossing = matches!(cell.outline, Outline::Crossing(_));
            let touched = CellTouched { is_taken: !on.is_empty(), is_crossing };
            let name = || format!("{}: {}", cell.name.shown(names), place_contents(on, names));
            add(Touchable { handle: &cell.handle, tip: &cell.tip, cell: Some(touched), name: &name });
        }
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let area = slot.area();
        let Layout::Cells(board) = &area.layout else { return };
        let plan = plan(board, rect, scale(area, rect));
        let covered = Rect::from_center_size(rect.center(), extent(board).size() * plan.scale);
        let laid = &mut layout.areas[slot.number];
        let title = laid.body.top() - laid.rect.top();
        laid.body = covered;
        laid.rect = covered.with_min_y(covered.top() - title);
        layout.touchable(area, Spot::rect(covered));
        let mut by_handle: HashMap<&str, (&Cell, Vec<usize>)> = HashMap::new();
        for cell in board.cells.iter().filter(|cell| !cell.handle.is_empty()) {
            layout.spots.insert(cell.handle.clone(), cell_spot(cell, &plan));
            let corners = corners(&cell.outline);
            if !matches!(cell.outline, Outline::Square(_)) && !corners.is_empty() {
                let at = plan.at(cell.at);
                let outline = corners.into_iter().map(|corner| at + corner * plan.scale).collect();
                layout.outlines.insert(cell.handle.clone(), outline);
            }
            by_handle.insert(&cell.handle, (cell, Vec::new()));
        }
        for (index, piece) in area.pieces.iter().enumerate() {
            if let Some((_, pieces)) = by_handle.get_mut(piece.on.as_str()) {
                pieces.push(index);
            }
        }
        for (index, piece) in area.pieces.iter().enumerate() {
            let Some((cell, pieces)) = by_handle.get(piece.on.as_str()) else { continue };
            let nth = pieces.iter().position(|other| *other == index).unwrap_or_default();
            let spot = stacked(piece_spot(piece, cell, &plan), cell, &plan, nth, pieces.len());
            layout.place(slot, index, piece, spot);
        }
        layout.areas[slot.number].plan = Some(plan);
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        let (Layout::Cells(board), Some(plan)) = (&area.layout, &laid.plan) else { return };
        ground(canvas, board, plan);
        if !board.picture.is_empty()
            && let Some(texture) = canvas.pictures.texture(canvas.painter, &board.picture, theme::INK, laid.body.size())
        {
            canvas.painter.image(texture, laid.body, WHOLE, Color32::WHITE);
        }
        paint_cells(canvas, board, plan);
        for (piece, mark) in area.pieces.iter().flat_map(|piece| piece.marks.iter().map(move |mark| (piece, mark))) {
            let colour = match mark {
                Mark::Last => theme::BRASS.gamma_multiply(0.5),
                Mark::Threatened => theme::ALARM.gamma_multiply(0.6),
                _ => continue,
            };
            let cell = board.cells.iter().find(|cell| cell.handle == piece.on && is_marked_below(piece));
            let Some(cell) = cell else { continue };
            let at = plan.at(cell.at);
            let points: Vec<Pos2> = corners(&cell.outline).into_iter().map(|by| at + by * plan.scale).collect();
            if points.is_empty() {
                canvas.painter.circle_filled(at, room(&cell.outline) * plan.scale, colour);
            } else {
                canvas.painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
            }
            if *mark == Mark::Threatened {
                let room = Vec2::splat(1.8 * room(&cell.outline) * plan.scale);
                marks::danger(canvas.painter, Rect::from_center_size(at, room));
            }
        }
        for line in &board.lines {
            let width = (line.width * plan.scale).max(if plan.radius > 9.0 { 1.2 } else { 0.8 });
            let colour = line.tint.map_or_else(|| ink(board.ground), theme::tint);
            let points: Vec<Pos2> = line.points.iter().map(|point| plan.at(*point)).collect();
            match points[..] {
                // A line that is wider than long is a dot.
                [a, b] if a.distance(b) < width * 0.3 => {
                    canvas.painter.circle_filled(a + (b - a) / 2.0, width / 2.0, colour);
                }
                // A line that ends where it began gets a proper corner there.
                [first, .., last] if points.len() > 3 && first == last => {
                    let around = points[..points.len() - 1].to_vec();
                    canvas.painter.add(Shape::closed_line(around, PathStroke::new(width, colour)));
                }
                _ => _ = canvas.painter.add(Shape::line(points, Stroke::new(width, colour))),
            }
        }
        paint_coordinates(canvas, board, plan);
        let usual = (plan.radius * 0.62).clamp(8.0, 18.0);
        for label in &board.labels {
            let colour = if matches!(board.ground, Ground::Wood | Ground::Paper) {
                Color32::from_rgb(0x4a, 0x2c, 0x12)
            } else {
                theme::LIGHT.gamma_multiply(0.75)
            };
            let (at, words) = (plan.at(label.at), canvas.shown(&label.text));
            // A word has no room to grow in.
            let size = if words.chars().count() > 3 { usual } else { grown(canvas, usual, plan) };
            canvas.painter.text(at, egui::Align2::CENTER_CENTER, words, FontId::proportional(size), colour);
        }
    }
}

/// Whether the marks of a piece are shown by colouring the cell below it, because a figure has no edge to put a ring
/// around.
pub fn is_marked_below(piece: &Piece) -> bool {
    !piece.on.is_empty() && looks::face(&piece.face).shape(&piece.face).aspect > 0.0
}

fn ink(ground: Ground) -> Color32 {
    if matches!(ground, Ground::Wood | Ground::Paper) {
        Color32::from_rgb(0x3a, 0x22, 0x0e)
    } else {
        theme::LIGHT.gamma_multiply(0.6)
    }
}

fn ground(canvas: &Canvas<'_>, board: &Board, plan: &CellsPlan) {
    if board.ground == Ground::None || plan.outline.len() < 3 {
        return;
    }
    let painter = canvas.painter;
    // The thickness of the board depends on the size of its cells.
    let pitch = (plan.radius / 0.43).min(90.0);
    let outline = &plan.outline;
    let moved = |by: Vec2| outline.iter().map(|point| *point + by).collect::<Vec<_>>();
    for step in 0..5 {
        let drop = vec2(0.03, 0.06) * pitch * (step as f32 + 1.0);
        painter.add(Shape::convex_polygon(moved(drop), Color32::from_black_alpha(26), Stroke::NONE));
    }
    let (side, edge) = match board.ground {
        Ground::Wood => (Color32::from_rgb(0x5d, 0x36, 0x18), Color32::from_rgb(0x6e, 0x42, 0x1f)),
        Ground::Paper => (theme::LINE, theme::CARD_EDGE),
        _ => (Color32::from_rgb(0x14, 0x2a, 0x24), Color32::from_rgb(0x12, 0x24, 0x1f)),
    };
    let thick = if board.ground == Ground::Wood { 0.11 } else { 0.03 };
    painter.add(Shape::convex_polygon(moved(vec2(0.0, thick * pitch)), side, Stroke::NONE));
    painter.add(top(canvas, board.ground, outline));
    painter.add(Shape::closed_line(outline.clone(), PathStroke::new(1.5, edge)));
    if board.ground == Ground::Wood && !plan.is_square {
        let middle = Rect::from_points(outline).center();
        let inset =
            |by: f32| outline.iter().map(|point| *point + (middle - *point).normalized() * by).collect::<Vec<_>>();
        let bright = Color32::from_rgba_unmultiplied(0xff, 0xe6, 0xb8, 90);
        painter.add(Shape::closed_line(inset(0.06 * pitch), PathStroke::new(0.035 * pitch, bright)));
        let groove = Color32::from_rgba_unmultiplied(0x4a, 0x28, 0x0e, 120);
        if board.labels.is_empty() {
            painter.add(Shape::closed_line(inset(0.22 * pitch), PathStroke::new(0.035 * pitch, groove)));
        }
    }
}

/// The surface of the board, lit from the upper left.
fn top(canvas: &Canvas<'_>, ground: Ground, outline: &[Pos2]) -> Mesh {
    let (texture, tile, base) = match ground {
        Ground::Wood => (canvas.textures.wood(), WOOD_TILE, 255.0),
        Ground::Paper => (canvas.textures.paper(), CLOTH_TILE, 255.0),
        _ => (canvas.textures.cloth(), CLOTH_TILE, 210.0),
    };
    let bounds = Rect::from_points(outline);
    let mut mesh = Mesh::with_texture(texture);
    let mut vertex = |pos: Pos2| {
        let dark = egui::remap_clamp((pos - bounds.min).dot(vec2(0.5, 0.8)), 0.0..=bounds.width() * 1.3, 0.0..=46.0);
        let uv = ((pos - bounds.min) / tile).to_pos2();
        mesh.vertices.push(Vertex { pos, uv, color: Color32::from_gray((base - dark) as u8) });
    };
    vertex(bounds.center());
    outline.iter().for_each(|point| vertex(*point));
    let count = outline.len() as u32;
    for corner in 0..count {
        mesh.add_triangle(0, 1 + corner, 1 + (corner + 1) % count);
    }
    mesh
}

/// The size of letters beside cells, which is `usual` where text has its usual size: as large as the cells leave room
/// for.
fn grown(canvas: &Canvas<'_>, usual: f32, plan: &CellsPlan) -> f32 {
    (usual * theme::text_scale(canvas.painter)).min((plan.radius * 0.95).max(usual))
}

/// Writes the cells' coordinates beside the board, on the cloth.
fn paint_coordinates(canvas: &Canvas<'_>, board: &Board, plan: &CellsPlan) {
    let Some((columns, rows)) = coordinates::of(board).filter(|_| plan.radius >= LEAST_COORDINATES) else { return };
    let ground = ground_extent(board);
    let away = COORDINATES * usual_room(board) * 0.6;
    let size = grown(canvas, (plan.radius * 0.7).clamp(10.0, 17.0), plan);
    let columns = columns.into_iter().map(|(text, x)| ([x, ground.max.y + away * 1.1], text));
    let rows = rows.into_iter().map(|(text, y)| ([ground.min.x - away, y], text));
    for (at, text) in columns.chain(rows) {
        canvas.painter.text(plan.at(at), egui::Align2::CENTER_CENTER, text, FontId::proportional(size), theme::LIGHT);
    }
}

fn paint_cells(canvas: &Canvas<'_>, board: &Board, plan: &CellsPlan) {
    let painter = canvas.painter;
    let mut hollows = Mesh::with_texture(canvas.textures.pocket());
    for cell in &board.cells {
        let at = plan.at(cell.at);
        let fill = cell.tint.map(|tint| theme::ground_tint(board.ground, tint));
        let line = Stroke::new((plan.radius * 0.03).clamp(0.6, 1.6), Color32::from_black_alpha(110));
        match &cell.outline {
            Outline::Circle(radius) => {
                let size = Vec2::splat(2.0 * radius * plan.scale);
                if let Some(fill) = fill {
                    painter.circle(at, radius * plan.scale, fill, line);
                } else if board.ground == Ground::None || !board.picture.is_empty() {
                    painter.circle_stroke(at, radius * plan.scale, Stroke::new(1.2, ink(board.ground)));
                } else {
                    hollows.add_rect_with_uv(Rect::from_center_size(at, size), WHOLE, Color32::WHITE);
                }
            }
            Outline::Crossing(radius) => {
                if let Some(fill) = fill {
                    painter.circle_filled(at, radius * plan.scale * 0.4, fill);
                }
            }
            Outline::Square(side) => {
                let rect = Rect::from_center_size(at, Vec2::splat(side * plan.scale));
                let fill = fill.unwrap_or(Color32::from_black_alpha(14));
                painter.rect(rect, 0.0, fill, line, StrokeKind::Inside);
            }
            outline => {
                let points: Vec<Pos2> = corners(outline).into_iter().map(|corner| at + corner * plan.scale).collect();
                if points.len() < 3 {
                    continue;
                }
                if cell.handle.is_empty() && cell.tint.is_some() {
                    inlay(painter, points, fill.unwrap_or(theme::BRASS), plan.radius);
                    continue;
                }
                let is_edge = matches!(outline, Outline::Edge { .. });
                let fill = fill.unwrap_or(Color32::from_black_alpha(if is_edge { 28 } else { 22 }));
                let line = if is_edge { Stroke::NONE } else { line };
                painter.add(Shape::convex_polygon(points, fill, line));
            }
        }
        if !cell.label.is_empty() {
            let size = 1.5 * room(&cell.outline) * plan.scale;
            let light =
                fill.is_none_or(theme::is_light) && board.ground != Ground::Cloth && board.ground != Ground::None;
            let colour = if light { theme::INK } else { theme::LIGHT };
            let rect = Rect::from_center_size(at, Vec2::splat(size));
            let most = (size * 0.4).min(20.0) * theme::text_scale(painter);
            theme::fit(painter, rect, &canvas.shown(&cell.label), most.min(size * 0.8), colour);
        }
    }
    painter.add(hollows);
}

/// Paints a piece of metal inlaid in the board.
fn inlay(painter: &egui::Painter, points: Vec<Pos2>, metal: Color32, radius: f32) {
    let middle = Rect::from_points(&points).center();
    let inner = points.iter().map(|point| middle + (*point - middle) * 0.57).collect();
    let edge = Stroke::new(0.07 * radius, theme::darker(metal, 0.5));
    painter.add(Shape::convex_polygon(points, metal, edge));
    painter.add(Shape::convex_polygon(inner, theme::lighter(metal, 0.4), Stroke::NONE));
}
