//! The table on its canvas.

use eframe::{WebOptions, WebRunner};
use egui::{FontData, FontDefinitions, FontFamily, Ui, Vec2};
use epaint_default_fonts::{EGUI_ICONS, UBUNTU_LIGHT};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use stonehouse_guest::{BoardView, GuestBoard};
use stonehouse_guest_protocol::{LogLine, OfferedAction};
use stonehouse_language::{Language, Translation, set_language};
use stonehouse_plugin::{Scene, Seat};
use stonehouse_table::Textures;
use stonehouse_ui::pictures::AssetSource;
use stonehouse_ui::theme::{self, Appearance};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

/// The least width of a table, in points: on a narrower screen everything is smaller.
const MIN_WIDTH: f32 = 520.0;

/// The state that the page and the canvas share.
#[derive(Default)]
struct Shared {
    /// A view that has not been drawn yet.
    next: Option<BoardView>,
    /// The game's pictures that have arrived, by name.
    pictures: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    /// Whether a picture has arrived since the last frame.
    has_new_picture: bool,
    ctx: Option<egui::Context>,
}

/// A table on a canvas, as the page sees it.
#[wasm_bindgen]
pub struct DrawnTable {
    runner: WebRunner,
    shared: Rc<RefCell<Shared>>,
    on_choice: js_sys::Function,
}

#[wasm_bindgen]
impl DrawnTable {
    /// A table that calls `on_choice` with the code of an action and the list of its values.
    #[wasm_bindgen(constructor)]
    pub fn new(on_choice: js_sys::Function) -> Self {
        Self { runner: WebRunner::new(), shared: Rc::default(), on_choice }
    }

    /// Begins to draw.
    ///
    /// # Errors
    /// When the browser has no WebGL.
    pub async fn start(&self, canvas: HtmlCanvasElement) -> Result<(), JsValue> {
        let (shared, on_choice) = (Rc::clone(&self.shared), self.on_choice.clone());
        let create = Box::new(move |created: &eframe::CreationContext<'_>| {
            let ctx = &created.egui_ctx;
            ctx.set_fonts(fonts());
            theme::apply(ctx, Appearance::default());
            shared.borrow_mut().ctx = Some(ctx.clone());
            let canvas = Canvas { textures: Textures::new(ctx), board: GuestBoard::default(), shared, on_choice };
            Ok(Box::new(canvas) as Box<dyn eframe::App>)
        });
        self.runner.start(canvas, WebOptions::default(), create).await
    }

    /// Sets the language of the table's own texts: its code, and each English text with its translation, in JSON. What
    /// the host sends is in that language already.
    ///
    /// # Errors
    /// When they cannot be parsed.
    pub fn set_texts(&self, language: &str, texts: &str) -> Result<(), JsError> {
        let texts: HashMap<String, String> = serde_json::from_str(texts)?;
        let mut language = Language::new(language, "", "", "");
        for (english, text) in texts {
            language.add_text(english, Translation { text, ..Translation::default() });
        }
        set_language(&Arc::new(language));
        Ok(())
    }

    /// Adds a picture of the game.
    pub fn add_picture(&self, name: String, bytes: Vec<u8>) {
        let mut shared = self.shared.borrow_mut();
        if let Ok(mut pictures) = shared.pictures.lock() {
            pictures.insert(name, bytes);
        }
        shared.has_new_picture = true;
        if let Some(ctx) = &shared.ctx {
            ctx.request_repaint();
        }
    }

    /// Sets the view to draw: scene, choices and log in JSON, the guest's seat, and the names of all players.
    ///
    /// # Errors
    /// When they cannot be parsed, or the scene is not one that can be drawn.
    pub fn show(&self, scene: &str, choices: &str, log: &str, viewer: u8, names: Vec<String>) -> Result<(), JsError> {
        let scene: Scene = serde_json::from_str(scene)?;
        // Only what is checked is drawn: a guest does not trust its host.
        scene.check(names.len()).map_err(|error| JsError::new(&error.to_string()))?;
        let offered: Vec<OfferedAction> = serde_json::from_str(choices)?;
        let log: Vec<LogLine> = serde_json::from_str(log)?;
        let content = BoardView::new(scene, &offered, &log, Seat(viewer), names);
        let mut shared = self.shared.borrow_mut();
        shared.next = Some(content);
        if let Some(ctx) = &shared.ctx {
            ctx.request_repaint();
        }
        Ok(())
    }
}

/// The fonts of text and of egui's icons. Another one for code, which egui has besides, would only be loaded.
fn fonts() -> FontDefinitions {
    let fonts = [("text", FontData::from_static(UBUNTU_LIGHT)), ("icons", FontData::from_static(EGUI_ICONS))];
    let names: Vec<String> = fonts.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut definitions = FontDefinitions::empty();
    definitions.font_data = fonts.into_iter().map(|(name, data)| (name.to_owned(), Arc::new(data))).collect();
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        definitions.families.insert(family, names.clone());
    }
    definitions
}

/// Pictures that the page has fetched.
struct FetchedPictures(Arc<Mutex<HashMap<String, Vec<u8>>>>);

impl AssetSource for FetchedPictures {
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.lock().ok()?.get(name).cloned().map(Cow::Owned)
    }
}

/// Draws the table.
struct Canvas {
    textures: Textures,
    board: GuestBoard,
    shared: Rc<RefCell<Shared>>,
    on_choice: js_sys::Function,
}

impl Canvas {
    /// Takes over a new view.
    fn update(&mut self) {
        let mut shared = self.shared.borrow_mut();
        if std::mem::take(&mut shared.has_new_picture) {
            self.board.set_pictures(FetchedPictures(Arc::clone(&shared.pictures)));
        }
        if let Some(next) = shared.next.take() {
            self.board.show(next);
        }
    }
}

impl eframe::App for Canvas {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.update();
        let ctx = ui.ctx().clone();
        // A phone is narrower than any table: everything is drawn smaller, as from further away.
        let width = ctx.content_rect().width() * ctx.zoom_factor();
        ctx.set_zoom_factor((width / MIN_WIDTH).clamp(0.4, 1.0));
        if let Some(choice) = self.board.ui(ui, &self.textures, Vec2::ZERO) {
            let values: js_sys::Array = choice.values.iter().map(|value| JsValue::from_f64(*value as f64)).collect();
            let _ = self.on_choice.call2(&JsValue::NULL, &choice.action.0.into(), &values);
        }
    }
}
