//! A pack that a person wants to install: its contents, changes and needs, and the question.

use super::short;
use crate::explain::markdown;
use egui::{Color32, Label, RichText, TextureHandle, TextureOptions, Ui, vec2};
use egui_commonmark::CommonMarkCache;
use std::time::Duration;
use stonehouse_engine::pack::{PackPlan, store};
use stonehouse_engine::{Catalog, Problem};
use stonehouse_language::{tr, translate_words};
use stonehouse_table::textures::WHOLE;
use stonehouse_ui::picture_limits::PictureRefusal;
use stonehouse_ui::pictures::{Drawing, refusals};
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// The width of the dialog, in points.
const WIDTH: f32 = 620.0;
/// The size of a pack's picture, in points.
const PICTURE: f32 = 96.0;
/// The most letters that are shown of its text.
const MAX_LETTERS: usize = 20_000;
/// The most problems that are shown.
const MAX_PROBLEMS: usize = 12;

/// A pack, and the effects of its installation.
pub struct PackInstall {
    plan: PackPlan,
    /// The pack's description, from its `README.md`.
    text: String,
    markdown: CommonMarkCache,
    /// Its picture, once the dialog is shown.
    picture: Option<PackPicture>,
    /// Finds out which of its other pictures are not shown, once the dialog is.
    checking: Option<Task<Vec<(String, PictureRefusal)>>>,
    refused: Vec<(String, PictureRefusal)>,
}

/// A pack's picture.
enum PackPicture {
    /// It has none.
    Missing,
    Awaited(Drawing),
    Loaded(TextureHandle),
    Refused(PictureRefusal),
}

/// The answer to the dialog: nothing was done, or the pack of this name was installed.
type PackResult = Result<Option<String>, Problem>;

impl PackInstall {
    /// Asks about a pack.
    pub fn new(plan: PackPlan) -> Self {
        let text = plan.pack.texts().find(|(name, _)| *name == "README.md").map(|(_, text)| text).unwrap_or_default();
        let text = text.chars().take(MAX_LETTERS).collect();
        let markdown = CommonMarkCache::default();
        Self { plan, text, markdown, picture: None, checking: None, refused: Vec::new() }
    }

    /// Shows the dialog, until it is answered.
    pub fn ui(&mut self, ui: &Ui, catalog: &Catalog) -> Option<PackResult> {
        let mut answer = None;
        let modal = theme::dialog(ui.ctx(), "pack", WIDTH, self, Self::body, |dialog, ui| {
            if dialog.plan.is_installed() {
                if theme::primary(ui, tr!("Close")).clicked() {
                    answer = Some(Ok(None));
                }
                return;
            }
            let verb = if dialog.plan.before.is_some() { tr!("Replace") } else { tr!("Install") };
            if theme::primary(ui, verb).clicked() {
                answer = Some(dialog.install(catalog));
            }
            if ui.button(tr!("Cancel")).clicked() {
                answer = Some(Ok(None));
            }
        });
        if modal.should_close() && answer.is_none() {
            answer = Some(Ok(None));
        }
        answer
    }

    fn install(&self, catalog: &Catalog) -> PackResult {
        let folder = catalog.folders().packs.as_deref().ok_or_else(|| {
            Problem::file(
                &self.plan.pack.file,
                tr!("this system has no folder for a user's own files, so it cannot be installed"),
            )
        })?;
        store::install(folder, &self.plan.pack).map(|_| Some(self.plan.pack.label().to_string()))
    }

    fn body(&mut self, ui: &mut Ui) {
        ui.horizontal_top(|ui| {
            self.picture(ui);
            ui.vertical(|ui| self.head(ui));
        });
        for section in &self.plan.sections {
            ui.add_space(8.0);
            let colour = if section.warns { theme::colours(ui).alarm } else { theme::colours(ui).ink };
            ui.label(RichText::new(translate_words(section.title)).text_style(theme::title()).color(colour));
            for line in &section.lines {
                ui.add(Label::new(format!("• {line}")).wrap());
            }
        }
        self.refused_pictures(ui);
        self.problems(ui);
        if !self.text.is_empty() {
            ui.add_space(8.0);
            ui.collapsing(tr!("The description of the pack"), |ui| {
                markdown(ui, &mut self.markdown, &self.text);
            });
        }
    }

    fn head(&self, ui: &mut Ui) {
        let manifest = &self.plan.pack.manifest;
        ui.heading(format!("{} {}", manifest.name, manifest.version));
        let made = tr!(
            "A pack by {authors} · Licence: {licence}",
            authors = manifest.authors.join(", "),
            licence = manifest.licence
        );
        ui.add(Label::new(RichText::new(made).color(theme::colours(ui).ink_soft)).wrap());
        if !manifest.summary.is_empty() {
            ui.add(Label::new(&manifest.summary).wrap());
        }
        if let Some(PackPicture::Refused(why)) = &self.picture {
            let refused = tr!("Its picture is not shown: {why}.", why = why);
            ui.add(Label::new(RichText::new(refused).color(theme::colours(ui).alarm)).wrap());
        }
        if !manifest.homepage.is_empty() {
            // The address of a link is visible.
            ui.hyperlink(&manifest.homepage);
        }
    }

    /// Lists the pictures, but for the pack's own, that are not shown.
    fn refused_pictures(&mut self, ui: &mut Ui) {
        let pack = &self.plan.pack;
        let others = pack.pictures().filter(|name| pack.manifest.picture.as_deref() != Some(*name));
        let checking = self.checking.get_or_insert_with(|| {
            refusals(ui.ctx(), others.filter_map(|name| Some((name.to_owned(), pack.picture(name)?))).collect())
        });
        if let Some(found) = checking.poll(Duration::ZERO) {
            self.refused = found.unwrap_or_default();
        }
        if self.refused.is_empty() {
            return;
        }
        ui.add_space(8.0);
        let title = RichText::new(tr!("Pictures that are not shown")).text_style(theme::title());
        ui.label(title.color(theme::colours(ui).alarm));
        for (name, why) in &self.refused {
            ui.add(Label::new(format!("• {name}: {why}")).wrap());
        }
    }

    fn problems(&self, ui: &mut Ui) {
        let problems = &self.plan.problems;
        if problems.is_empty() {
            return;
        }
        ui.add_space(8.0);
        ui.label(
            RichText::new(tr!("Wrong with its rules (the rest can be played)"))
                .text_style(theme::title())
                .color(theme::colours(ui).alarm),
        );
        for problem in problems.iter().take(MAX_PROBLEMS) {
            ui.add(Label::new(format!("• {}", short(problem))).wrap().selectable(true));
        }
        if let Some(more) = problems.len().checked_sub(MAX_PROBLEMS).filter(|more| *more > 0) {
            ui.label(tr!("• and {n} more", n = more));
        }
    }

    /// Begins to draw its picture, on its own thread.
    fn draw(&self, ui: &Ui) -> PackPicture {
        let pack = &self.plan.pack;
        let bytes = pack.manifest.picture.as_deref().and_then(|name| pack.picture(name));
        let pixels = (PICTURE * ui.pixels_per_point()).ceil() as u32;
        match bytes {
            None => PackPicture::Missing,
            Some(bytes) => {
                PackPicture::Awaited(Drawing::begin(ui.ctx(), move || Some(bytes), theme::colours(ui).ink, pixels))
            }
        }
    }

    fn picture(&mut self, ui: &mut Ui) {
        let mut picture = self.picture.take().unwrap_or_else(|| self.draw(ui));
        if let PackPicture::Awaited(drawing) = &mut picture
            && let Some(decoded) = drawing.poll(ui.ctx(), Duration::ZERO)
        {
            picture = match decoded {
                None => PackPicture::Missing,
                Some(Ok(image)) => PackPicture::Loaded(ui.ctx().load_texture("pack", image, TextureOptions::LINEAR)),
                Some(Err(why)) => PackPicture::Refused(why),
            };
        }
        // The place is kept while it is drawn, so that nothing moves.
        if let PackPicture::Loaded(_) | PackPicture::Awaited(_) = &picture {
            let (rect, _) = ui.allocate_exact_size(vec2(PICTURE, PICTURE), egui::Sense::hover());
            if let PackPicture::Loaded(texture) = &picture {
                let size = texture.size_vec2();
                let size = size * (PICTURE / size.x.max(size.y).max(1.0));
                let place = egui::Align2::CENTER_CENTER.align_size_within_rect(size, rect);
                ui.painter().image(texture.id(), place, WHOLE, Color32::WHITE);
            }
        }
        self.picture = Some(picture);
    }
}
