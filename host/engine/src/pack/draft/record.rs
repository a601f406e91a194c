//! Makes a pack of the variant of a match: the record holds all of it.

use super::{DerivedDetails, PackDetails, PackDraft, PackDraftError};
use crate::catalog::{Catalog, GameEntry};
use crate::pack::name::{SCRIPTS, portable};
use crate::record::{Header, Record};
use crate::variant::{Source, VariantText};

impl PackDraft {
    /// A pack with one variant: the knobs, the house rules and the clock of a record's match. Their authors are known
    /// where they came from a pack.
    ///
    /// # Errors
    /// When the game is not here, or is another version; when no author is given.
    pub fn of_record(catalog: &Catalog, record: &Record, given: &PackDetails) -> Result<Self, PackDraftError> {
        let header = &record.header;
        let game = catalog.game(&header.game)?;
        // That the values are the game's is checked as for a replay.
        record.ruleset(&game.plugin)?;
        let mut draft = Self::default();
        let mut scripts = Vec::new();
        for script in &header.scripts {
            let name = draft.free_script(&header.game, &script.name);
            draft.files.insert(format!("{}/{SCRIPTS}/{name}", header.game), script.source.clone().into_bytes());
            scripts.push(name);
        }
        let id = variant_id(game, header);
        let text = variant_text(game, header, &scripts);
        draft.files.insert(format!("{}/{id}.toml", header.game), text.into_bytes());
        let from = header.pack.as_ref();
        let likely = DerivedDetails {
            id: &id,
            name: one_line(&header.variant_name, 80, "A match"),
            summary: &summary(header),
            authors: from.map_or(&[], |label| label.authors.as_slice()),
            licence: from.map(|label| label.licence.as_str()),
            ..DerivedDetails::default()
        };
        let mut manifest = given.manifest(&likely)?;
        draft.add_game(game, false, &mut manifest.games, &mut manifest.packs)?;
        draft.describe(&manifest);
        Ok(draft)
    }

    /// The name for a script of a record: its own, as far as a pack can have it.
    fn free_script(&self, game: &str, name: &str) -> String {
        let stem = portable(name.strip_suffix(".lua").unwrap_or(name), "rule");
        (1..=self.files.len() + 1)
            .map(|number| if number == 1 { format!("{stem}.lua") } else { format!("{stem}-{number}.lua") })
            .find(|name| !self.files.contains_key(&format!("{game}/{SCRIPTS}/{name}")))
            .unwrap_or_default()
    }
}

/// The variant's id: its own, unless a variant that ships has it.
fn variant_id(game: &GameEntry, header: &Header) -> String {
    let id = header.variant.rsplit('/').next().unwrap_or_default();
    let id = portable(id, "recorded").replace('_', "-");
    let shipped = |variant: &&std::sync::Arc<crate::Variant>| {
        variant.id == id && (variant.shadows_shipped() || matches!(variant.source, Source::Shipped | Source::Game))
    };
    if game.variants.iter().any(|variant| shipped(&variant)) { format!("{id}-recorded") } else { id }
}

fn summary(header: &Header) -> String {
    let day = header.started.split(' ').next().unwrap_or_default();
    one_line(&format!("As it was played on {day}."), 80, "As it was played once.").to_owned()
}

/// A text out of a record, if it fits on one line.
fn one_line<'a>(text: &'a str, most: usize, otherwise: &'a str) -> &'a str {
    let plain = !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control);
    if plain { text } else { otherwise }
}

/// The file of the variant: its differences from the game's own rules.
fn variant_text(game: &GameEntry, header: &Header, scripts: &[String]) -> String {
    let seats = game.plugin.about().seats;
    let knobs = game.plugin.knobs().iter().filter_map(|knob| {
        let value = header.knobs.get(&knob.name).filter(|value| **value != knob.default)?;
        Some((knob.name.as_str(), value))
    });
    let scripts = scripts.iter().zip(&header.scripts).map(|(name, script)| (name.as_str(), &script.knobs));
    let text = VariantText {
        game: &header.game,
        name: one_line(&header.variant_name, 80, "A match"),
        summary: &summary(header),
        seats: (seats.min < seats.max).then_some(header.players.len()),
        scripts: &scripts.collect::<Vec<_>>(),
        knobs: &knobs.collect::<Vec<_>>(),
        clock: header.clock.as_ref(),
    };
    text.to_string()
}
