//! Descriptions of actions and of chance, for each observer: for the log and for records.

use crate::record::Roll;
use serde_json::Value;
use stonehouse_plugin::{Observer, Seat, Text, text};
use stonehouse_runtime::{AppliedEffect, CallError, Choice, Position, RolledOutcome, StepNotes};

/// The description of an action in a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RecordText {
    /// Its text, in English and with the rules' names of the seats.
    pub text: String,
    /// Its fields.
    pub data: Value,
    /// The effects of house rules that took place.
    pub house: Vec<Value>,
    /// The outcomes of chance; none where none of them has a text or fields.
    pub rolls: Vec<Roll>,
    /// The messages of house rules, a line each.
    pub messages: Vec<String>,
}

impl RecordText {
    /// Whether it differs from `other` in what follows the action at most: the outcomes of chance, and messages.
    pub fn equals_as_action(&self, other: &Self) -> bool {
        (&self.text, &self.data, &self.house) == (&other.text, &other.data, &other.house)
    }
}

/// Describes the outcomes of chance that led to `position`, as `observer` may know them: for the log, and for a record.
fn rolls_of(
    position: &Position,
    rolled: &[RolledOutcome],
    observer: Observer,
) -> Result<(Vec<Text>, Vec<Roll>), CallError> {
    let names = names(position);
    let described = rolled.iter().map(|rolled| rolled.describe(observer));
    let described = described.collect::<Result<Vec<_>, _>>()?;
    let rolls: Vec<Roll> =
        described.iter().map(|roll| Roll { text: roll.text.fill(&names), data: roll.data.clone() }).collect();
    let is_empty = rolls.iter().all(|roll| *roll == Roll::default());
    let texts = described.into_iter().map(|roll| roll.text).filter(|text| !text.is_empty()).collect();
    Ok((texts, if is_empty { Vec::new() } else { rolls }))
}

/// The descriptions of the outcomes of chance before the first action.
pub(super) struct Dealt {
    /// For each seat.
    seats: Vec<Vec<Text>>,
    public_log: Vec<Text>,
    referee_log: Vec<Text>,
    /// For the public, for the record.
    public_record: Vec<Roll>,
    /// The codes; none if the public may not know all of them.
    codes: Vec<u32>,
}

impl Dealt {
    /// Describes the outcomes that led to the first position, then the rolls and the messages of house rules.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn of(position: &Position, notes: &StepNotes) -> Result<Self, CallError> {
        let StepNotes { effects, rolls: rolled } = notes;
        let described = |observer| {
            let (mut texts, mut rolls) = rolls_of(position, rolled, observer)?;
            let of_the_game = rolls.clone();
            for effect in effects.iter().filter(|effect| effect.is_roll()) {
                if let Some((data, text)) = effect.describe(position.rules(), observer)? {
                    rolls.push(Roll { text: text.fill(&names(position)), data });
                    texts.push(text);
                }
            }
            texts.extend(messages_to(position, observer));
            Ok::<_, CallError>((texts, of_the_game, rolls))
        };
        let (referee_log, all, _) = described(Observer::Referee)?;
        let (public_log, known, public_record) = described(Observer::Public)?;
        let seat = |seat| described(Observer::Seat(seat)).map(|(texts, ..)| texts);
        let seats = Seat::all(names(position).len()).map(seat).collect::<Result<_, _>>()?;
        let codes = if known == all { rolled.iter().map(RolledOutcome::code).collect() } else { Vec::new() };
        Ok(Self { seats, public_log, referee_log, public_record, codes })
    }

    /// The texts of the log for `observer`.
    pub fn to(&self, observer: Observer) -> &[Text] {
        match observer {
            Observer::Seat(seat) => self.seats.get(seat.index()).unwrap_or(&self.public_log),
            Observer::Public => &self.public_log,
            Observer::Referee => &self.referee_log,
        }
    }

    /// For a record: the codes, if the public may know them, and the descriptions for the public.
    pub fn recorded(&self) -> (Vec<u32>, Vec<Roll>) {
        (self.codes.clone(), self.public_record.clone())
    }
}

/// The texts of an action in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LogTexts {
    /// The announcement of the deal, if it is the first action.
    pub opening: Option<Text>,
    /// The action.
    pub text: Text,
    /// The outcomes of chance after it, a sentence for each.
    pub rolled: Vec<Text>,
    /// Its result.
    pub news: Option<Text>,
    /// The messages of house rules after it, a line each.
    pub messages: Vec<Text>,
}

impl LogTexts {
    /// All of it but the outcomes of chance as one text, as it is recorded.
    pub fn joined(&self) -> Text {
        let action = match &self.news {
            Some(news) => text!("{action}. {news}", action = self.text.clone(), news = news.clone()),
            None => self.text.clone(),
        };
        match &self.opening {
            Some(opening) => text!("{opening} {message}", opening = opening.clone(), message = action),
            None => action,
        }
    }
}

/// The descriptions of an action.
#[derive(Default)]
pub(super) struct Descriptions {
    /// For each seat; none where everybody gets the public's texts.
    seats: Vec<LogTexts>,
    /// For the public, that is, for spectators.
    public_log: LogTexts,
    /// For the referee.
    referee_log: LogTexts,
    /// For the public, for the record.
    pub public_record: RecordText,
    /// For the referee, for the record.
    pub referee_record: RecordText,
}

/// An action to describe, with the positions before and after it, the effects that it had, each with whether others may
/// know its arguments, and the outcomes of chance that followed.
pub(super) struct PlayedStep<'a> {
    pub choice: &'a Choice,
    pub before: &'a Position,
    pub after: &'a Position,
    pub effects: &'a [(bool, AppliedEffect)],
    pub rolled: &'a [RolledOutcome],
    /// Whether it is the first action of the match.
    pub is_first: bool,
}

impl PlayedStep<'_> {
    /// Its description in the log and in a record for `observer`.
    pub fn describe(&self, observer: Observer) -> Result<(LogTexts, RecordText), CallError> {
        let Self { choice, before, after, effects, rolled, is_first } = *self;
        let mut described = after.describe_done(before, choice, observer)?;
        let names = names(before);
        let mut house = Vec::new();
        for (is_known, effect) in effects {
            if !is_known && observer != Observer::Referee {
                continue;
            }
            let Some((mut data, effect)) = effect.describe(before.rules(), observer)? else { continue };
            if !effect.is_empty() {
                data["text"] = effect.fill(&names).into();
                described.text = text!("{action}; {effect}", action = described.text, effect);
            }
            house.push(data);
        }
        // Of choices made together the last one is described as the first action, and with the news.
        let opening = if is_first && !after.is_half_chosen() { before.opening(observer)? } else { None };
        let (rolled, rolls) = rolls_of(after, rolled, observer)?;
        let messages = messages_to(after, observer);
        let in_record = messages.iter().map(|message| message.fill(&names)).collect();
        let news = after.news(before, choice, observer)?;
        let words = LogTexts { opening, text: described.text, rolled, news, messages };
        let text = words.joined().fill(&names);
        let log_text = RecordText { text, data: described.data, house, rolls, messages: in_record };
        Ok((words, log_text))
    }
}

/// The messages of house rules since the last action that `observer` may read.
pub(super) fn messages_to(position: &Position, observer: Observer) -> Vec<Text> {
    let messages = position.messages().iter().filter(|message| message.is_shown_to(observer));
    messages.map(|message| message.text.clone()).collect()
}

fn names(position: &Position) -> Vec<&str> {
    position.rules().seating().seats.iter().map(|seat| seat.name.as_str()).collect()
}

impl Descriptions {
    /// Describes an action to everybody.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn of(played: &PlayedStep<'_>) -> Result<Self, CallError> {
        let before = played.before;
        let (referee_log, referee_record) = played.describe(Observer::Referee)?;
        if before.shows_all_alike() {
            return Ok(Self {
                seats: Vec::new(),
                public_log: referee_log.clone(),
                referee_log,
                public_record: referee_record.clone(),
                referee_record,
            });
        }
        let (public_log, public_record) = played.describe(Observer::Public)?;
        let for_seat = |seat| played.describe(Observer::Seat(seat)).map(|(words, _)| words);
        Ok(Self {
            seats: Seat::all(names(before).len()).map(for_seat).collect::<Result<_, _>>()?,
            public_log,
            referee_log,
            public_record,
            referee_record,
        })
    }

    /// The texts of the log for `observer`: the public's for anybody without a seat.
    pub fn to(&self, observer: Observer) -> LogTexts {
        match observer {
            Observer::Seat(seat) => self.seats.get(seat.index()).unwrap_or(&self.public_log).clone(),
            Observer::Public => self.public_log.clone(),
            Observer::Referee => self.referee_log.clone(),
        }
    }

    /// Whether something of it is hidden from the public.
    pub fn hides_something(&self) -> bool {
        self.public_record != self.referee_record
    }

    /// Whether a message of house rules is hidden from the public.
    pub fn hides_messages(&self) -> bool {
        self.public_record.messages != self.referee_record.messages
    }

    /// Whether an outcome of chance is hidden from the public.
    pub fn hides_rolls(&self) -> bool {
        self.public_record.rolls != self.referee_record.rolls
    }

    /// The outcomes of chance with these codes, as far as the public may know the codes.
    pub fn public_codes<'a>(&self, rolled: &'a [u32]) -> &'a [u32] {
        if self.hides_rolls() { &[] } else { rolled }
    }
}
