//! The targets that the function `available` of an action lists.

use crate::interface::Interface;
use mlua::Value;
use stonehouse_plugin::Seat;
use stonehouse_plugin::house::ZoneLayout;
use stonehouse_runtime::{TargetKey, Targets};

/// The key of the target that a script lists as `value`, for an action of `seat` with these targets; `None` if it can
/// be none of them. A piece in a list of each seat is one of the seat's own, unless its owner is stated before it.
pub(super) fn key_of(value: &Value, targets: &Targets, seat: Seat, interface: &Interface) -> Option<TargetKey> {
    let seat_of = |value: &Value| match value {
        Value::String(word) => interface.seat_words.iter().position(|known| *known == word.to_string_lossy()),
        number => number.as_usize().filter(|seat| *seat < interface.seats),
    };
    let single = |value: i64| Some([value, 0, 0]);
    match targets {
        Targets::None => None,
        Targets::Seats => single(seat_of(value)? as i64),
        Targets::Numbers(numbers) => single(value.as_i64().filter(|number| numbers.contains(number))?),
        Targets::Words(words) => {
            let word = value.as_string()?.to_string_lossy();
            single(words.iter().position(|known| *known == word)? as i64)
        }
        Targets::Pieces(zone) => {
            let decl = interface.zones.get(*zone)?;
            let places = if matches!(decl.layout, ZoneLayout::Grid { .. }) { 2 } else { 1 };
            let parts: Vec<Value> = match value {
                Value::Table(list) => list.sequence_values().take(4).collect::<Result<_, _>>().ok()?,
                one => vec![one.clone()],
            };
            let (owner, at) = match parts.len() {
                count if count == places => (seat.index(), &parts[..]),
                count if count == places + 1 && decl.each_seat => (seat_of(&parts[0])?, &parts[1..]),
                _ => return None,
            };
            let owner = decl.each_seat.then_some(owner as i64);
            let at = at.iter().map(Value::as_i64).collect::<Option<Vec<_>>>()?;
            let mut key = [0; 3];
            key.iter_mut().zip(owner.into_iter().chain(at)).for_each(|(value, part)| *value = part);
            Some(key)
        }
    }
}
