//! Numbers read from texts, and texts made of numbers: `tonumber` and `string.format`, by the program itself.
//!
//! Luau leaves both to the C library of the system. Those differ: in `nan(abc)`, in hexadecimal fractions, in the
//! decimal point of the user's language, in how a half is rounded. Here they are the same on every system, and charge
//! for long texts.

use crate::call::meter;
use crate::fault::{FailureReason, Refusal};
use crate::limits::{MAX_EXACT_INTEGER, MAX_LOAD_BYTES};
use mlua::{Error, Lua, LuaString, Result, Value, Variadic};

/// The bytes of a text above which reading it is charged, and the number of bytes for each step.
const FREE: usize = 1024;
const BYTES: f64 = 256.0;

/// Digits of a fraction per step: each is computed exactly, one after the other.
const DIGITS: usize = 16;

/// How many notations of a text to fill in are free, and how many more cost a step.
const FREE_NOTATIONS: usize = 32;
const NOTATIONS: f64 = 32.0;

/// Charges for going through a text.
fn charge(lua: &Lua, bytes: usize) -> Result<()> {
    if bytes > FREE { meter::charge(lua, bytes as f64 / BYTES) } else { Ok(()) }
}

fn refuse(lua: &Lua, message: String) -> Error {
    Refusal::here(lua, FailureReason::Forbidden(message)).into()
}

/// The type of a value, in a message.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) | Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Boolean(_) => "true or false",
        Value::Nil => "nil",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        _ => "something else",
    }
}

/// The number that a text shows: decimal digits with an optional sign, point and exponent, or `0x` and up to 16
/// hexadecimal digits; with blanks around it.
pub(super) fn parse(text: &[u8]) -> Option<f64> {
    let text = trim(text);
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let number = if let [b'0', b'x' | b'X', hexadecimal @ ..] = digits {
        whole(hexadecimal, 16)?
    } else {
        let is_decimal = matches!(digits.first(), Some(b'0'..=b'9' | b'.'))
            && digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
        std::str::from_utf8(digits).ok().filter(|_| is_decimal)?.parse().ok()?
    };
    Some(if negative { -number } else { number })
}

/// The whole number of up to 64 bits that digits of a base from 2 to 36 show.
fn whole(digits: &[u8], base: u32) -> Option<f64> {
    let mut number: u64 = 0;
    for digit in digits {
        let digit = char::from(*digit).to_digit(base)?;
        number = number.checked_mul(base.into())?.checked_add(digit.into())?;
    }
    (!digits.is_empty()).then_some(number as f64)
}

/// The text without the blanks around it.
fn trim(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

/// A value as a number; a text is read.
fn as_number(lua: &Lua, value: &Value) -> Result<Option<f64>> {
    Ok(match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Number(number) => Some(*number),
        Value::String(text) => {
            let text = text.as_bytes();
            charge(lua, text.len())?;
            parse(&text)
        }
        _ => None,
    })
}

/// The value of a function's parameter `place`, from 1, as a number.
pub(super) fn parameter(lua: &Lua, function: &str, place: usize, value: &Value) -> Result<f64> {
    let number = as_number(lua, value)?;
    number.ok_or_else(|| {
        refuse(lua, format!("`{function}` needs a number as its value {place}, and got {}", kind(value)))
    })
}

/// `tonumber(value, base)`: `None` where the value is no number.
pub(super) fn tonumber(lua: &Lua, given: &[Value]) -> Result<Option<f64>> {
    let Some(value) = given.first() else {
        return Err(refuse(lua, "`tonumber` needs a value".to_owned()));
    };
    let base = match given.get(1) {
        None | Some(Value::Nil) => 10.0,
        Some(base) => parameter(lua, "tonumber", 2, base)?,
    };
    if base == 10.0 {
        return as_number(lua, value);
    }
    if base.fract() != 0.0 || !(2.0..=36.0).contains(&base) {
        return Err(refuse(lua, format!("the base of `tonumber` is a whole number from 2 to 36, and not {base}")));
    }
    let Some(text) = value.as_string() else {
        return Err(refuse(lua, format!("`tonumber` with a base needs a text, and got {}", kind(value))));
    };
    let text = text.as_bytes();
    charge(lua, text.len())?;
    let (negative, digits) = match trim(&text) {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let digits = match digits {
        [b'0', b'x' | b'X', rest @ ..] if base == 16.0 => rest,
        digits => digits,
    };
    Ok(whole(digits, base as u32).map(|number| if negative { -number } else { number }))
}

/// The flags, the width and the decimals between `%` and the letter of a notation.
#[derive(Clone, Copy, Default)]
struct Spec {
    left: bool,
    plus: bool,
    blank: bool,
    sharp: bool,
    zero: bool,
    width: usize,
    decimals: Option<usize>,
}

impl Spec {
    /// Reads the specification, and returns the rest of the text.
    fn read(mut text: &[u8]) -> (Self, &[u8]) {
        let mut spec = Self::default();
        while let [flag @ (b'-' | b'+' | b' ' | b'#' | b'0'), rest @ ..] = text {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.blank = true,
                b'#' => spec.sharp = true,
                _ => spec.zero = true,
            }
            text = rest;
        }
        let digits = |text: &mut &[u8]| {
            let mut number = 0;
            for _ in 0..2 {
                let [digit @ b'0'..=b'9', rest @ ..] = *text else { break };
                number = 10 * number + usize::from(digit - b'0');
                *text = rest;
            }
            number
        };
        spec.width = digits(&mut text);
        if let [b'.', rest @ ..] = text {
            text = rest;
            spec.decimals = Some(digits(&mut text));
        }
        (spec, text)
    }

    /// Whether it has no flags, no width and no decimals.
    const fn is_plain(self) -> bool {
        let flags = self.left || self.plus || self.blank || self.sharp || self.zero;
        !flags && self.width == 0 && self.decimals.is_none()
    }

    /// The sign before a number.
    const fn sign(self, negative: bool) -> &'static str {
        match (negative, self.plus, self.blank) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// Writes a text, filled up to the width; with zeros between `before` and `text` where `zeros` is true.
    fn write(self, out: &mut Vec<u8>, before: &str, text: &[u8], zeros: bool) {
        let missing = self.width.saturating_sub(before.len() + text.len());
        let zeros = zeros && self.zero && !self.left;
        let fill = |byte: u8, wanted: bool| std::iter::repeat_n(byte, if wanted { missing } else { 0 });
        out.extend(fill(b' ', !self.left && !zeros));
        out.extend_from_slice(before.as_bytes());
        out.extend(fill(b'0', zeros));
        out.extend_from_slice(text);
        out.extend(fill(b' ', self.left));
    }

    /// Writes a whole number as `%d`, `%u`, `%x`, `%X` and `%o` do.
    fn write_whole(self, out: &mut Vec<u8>, notation: u8, number: i64) {
        // Negative numbers have 64 bits in the notations without a sign.
        let (sign, mut digits) = match notation {
            b'd' | b'i' => (self.sign(number < 0), number.unsigned_abs().to_string()),
            b'u' => ("", number.cast_unsigned().to_string()),
            b'o' => ("", format!("{number:o}")),
            b'x' => (if self.sharp && number != 0 { "0x" } else { "" }, format!("{number:x}")),
            _ => (if self.sharp && number != 0 { "0X" } else { "" }, format!("{number:X}")),
        };
        if let Some(least) = self.decimals {
            if least == 0 && number == 0 {
                digits.clear();
            }
            digits.insert_str(0, &"0".repeat(least.saturating_sub(digits.len())));
        }
        if notation == b'o' && self.sharp && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        self.write(out, sign, digits.as_bytes(), self.decimals.is_none());
    }

    /// Writes a number as `%f`, `%e` and `%g` do, rounded half to even of its exact value; returns how many digits were
    /// computed.
    fn write_fraction(self, out: &mut Vec<u8>, notation: u8, number: f64) -> usize {
        let capital = notation.is_ascii_uppercase();
        if !number.is_finite() {
            // No sign on NaN: systems differ in it.
            let sign = if number.is_nan() { "" } else { self.sign(number < 0.0) };
            let word = if number.is_nan() { "nan" } else { "inf" };
            let word = if capital { word.to_uppercase() } else { word.to_owned() };
            self.write(out, sign, word.as_bytes(), false);
            return 0;
        }
        let (size, decimals) = (number.abs(), self.decimals.unwrap_or(6));
        let mut text = match notation.to_ascii_lowercase() {
            b'f' => fixed(size, decimals, self.sharp),
            b'e' => scientific(size, decimals, self.sharp).0,
            _ => {
                let digits = decimals.max(1);
                let (text, exponent) = scientific(size, digits - 1, self.sharp);
                let is_fixed = exponent >= -4 && exponent < digits as i32;
                let text =
                    if is_fixed { fixed(size, (digits as i32 - 1 - exponent) as usize, self.sharp) } else { text };
                if self.sharp { text } else { without_zeros(&text) }
            }
        };
        if capital {
            text.make_ascii_uppercase();
        }
        self.write(out, self.sign(number.is_sign_negative()), text.as_bytes(), true);
        text.len()
    }
}

fn fixed(size: f64, decimals: usize, point: bool) -> String {
    format!("{size:.decimals$}{}", if point && decimals == 0 { "." } else { "" })
}

/// The number in the form `1.5e+02`, and the exponent.
fn scientific(size: f64, decimals: usize, point: bool) -> (String, i32) {
    let text = format!("{size:.decimals$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let (point, sign) = (if point && decimals == 0 { "." } else { "" }, if exponent < 0 { '-' } else { '+' });
    (format!("{digits}{point}e{sign}{:02}", exponent.abs()), exponent)
}

/// The text without zeros at the end of the decimals, and without a point that nothing follows.
fn without_zeros(text: &str) -> String {
    let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits}{exponent}")
}

/// A value as a text, without parts that differ from run to run: an address.
fn plain(lua: &Lua, value: &Value) -> Result<Vec<u8>> {
    Ok(match value {
        Value::Integer(_) | Value::Number(_) | Value::String(_) => {
            let text = lua.coerce_string(value.clone())?;
            text.map_or_else(Vec::new, |text| text.as_bytes().to_vec())
        }
        Value::Boolean(truth) => truth.to_string().into_bytes(),
        other => other.type_name().as_bytes().to_vec(),
    })
}

/// `string.format(template, ...)`.
pub(super) fn format(lua: &Lua, (template, values): (Value, Variadic<Value>)) -> Result<LuaString> {
    let Some(template) = lua.coerce_string(template.clone()).ok().flatten() else {
        return Err(refuse(lua, format!("`string.format` needs a text to fill in, and got {}", kind(&template))));
    };
    let template = template.as_bytes();
    charge(lua, template.len())?;
    let notations = template.split(|byte| *byte == b'%').count() - 1;
    if notations > FREE_NOTATIONS {
        meter::charge(lua, notations as f64 / NOTATIONS)?;
    }
    let mut out = Vec::with_capacity(template.len() + 16);
    let (mut rest, mut next): (&[u8], usize) = (&template, 0);
    while let Some(place) = rest.iter().position(|byte| *byte == b'%') {
        out.extend_from_slice(&rest[..place]);
        let (spec, after) = Spec::read(&rest[place + 1..]);
        let Some((&notation, after)) = after.split_first() else {
            return Err(refuse(
                lua,
                "`string.format`: the text ends after a `%`. Write `%%` for a percent sign".to_owned(),
            ));
        };
        let shown = char::from(notation);
        rest = after;
        if notation == b'%' && spec.is_plain() {
            out.push(b'%');
            continue;
        }
        let notations = b"diuoxXcfeEgGsq*";
        if !notations.contains(&notation) || (notation == b'*' && !spec.is_plain()) {
            let message = format!(
                "string.format has no \"%{shown}\" in scripts, or not so: use %d, %s, %x, %.2f, %e or %g, with at most two digits \
                 for a width and for decimals"
            );
            return Err(refuse(lua, message));
        }
        let Some(value) = values.get(next) else {
            let message = format!("`string.format` has no value for its \"%{shown}\": it needs {} values", next + 1);
            return Err(refuse(lua, message));
        };
        next += 1;
        match notation {
            b's' | b'*' => {
                let text = plain(lua, value)?;
                charge(lua, text.len())?;
                let text = &text[..spec.decimals.unwrap_or(text.len()).min(text.len())];
                spec.write(&mut out, "", text, false);
            }
            b'q' => {
                let text = plain(lua, value)?;
                charge(lua, text.len())?;
                quote(&mut out, &text);
            }
            _ => {
                let Some(number) = as_number(lua, value)? else {
                    let message = format!(
                        "`string.format` needs a number for its \"%{shown}\" (value {next}), and got {}",
                        kind(value)
                    );
                    return Err(refuse(lua, message));
                };
                if matches!(notation, b'f' | b'e' | b'E' | b'g' | b'G') {
                    let digits = spec.write_fraction(&mut out, notation, number);
                    meter::charge(lua, (digits / DIGITS) as f64)?;
                } else if number.fract() != 0.0 || number.abs() > MAX_EXACT_INTEGER as f64 {
                    let message = format!("string.format takes whole numbers for \"%{shown}\", and got {number}");
                    return Err(refuse(lua, message));
                } else if notation == b'c' {
                    let byte = u8::try_from(number as i64);
                    let byte = byte.map_err(|_| {
                        refuse(lua, format!("string.format takes 0 to 255 for \"%c\", and got {number}"))
                    })?;
                    spec.write(&mut out, "", &[byte], false);
                } else {
                    spec.write_whole(&mut out, notation, number as i64);
                }
            }
        }
        if out.len() > MAX_LOAD_BYTES {
            return Err(Error::MemoryError("out of memory".to_owned()));
        }
    }
    out.extend_from_slice(rest);
    lua.create_string(out)
}

/// A text as Luau would read it back.
fn quote(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for byte in text {
        match byte {
            b'"' | b'\\' | b'\n' => out.extend([b'\\', *byte]),
            b'\r' => out.extend(b"\\r"),
            0 => out.extend(b"\\000"),
            _ => out.push(*byte),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_number_on_every_system() {
        for (text, number) in [
            ("10", Some(10.0)),
            (" \t-12.50\r\n", Some(-12.5)),
            ("+.5", Some(0.5)),
            ("3.", Some(3.0)),
            ("1e3", Some(1000.0)),
            ("1E-2", Some(0.01)),
            ("1e999", Some(f64::INFINITY)),
            ("0x1F", Some(31.0)),
            ("-0XfF", Some(-255.0)),
            ("0xffffffffffffffff", Some(18_446_744_073_709_551_615.0)),
            ("0.1", Some(0.1)),
            ("9007199254740993", Some(9_007_199_254_740_992.0)),
            ("2.2250738585072011e-308", Some(2.225_073_858_507_201e-308)),
            ("", None),
            (" ", None),
            ("-", None),
            (".", None),
            ("1e", None),
            ("1e+", None),
            ("1 2", None),
            ("--1", None),
            ("1-", None),
            ("inf", None),
            ("-infinity", None),
            ("nan", None),
            ("nan(abc)", None),
            ("0x", None),
            ("0x1.8p1", None),
            ("0x1ffffffffffffffff", None),
            ("1_000", None),
            ("1,5", None),
            ("\u{0661}", None),
        ] {
            assert_eq!(parse(text.as_bytes()), number, "{text:?}");
        }
    }

    /// The results of the C standard for these, in the locale "C".
    const FORMATTED: [(&str, f64, &str); 40] = [
        ("%d", -7.0, "-7"),
        ("%+5d|", 7.0, "   +7|"),
        ("%-5d|", 7.0, "7    |"),
        ("%05d", -7.0, "-0007"),
        ("% d", 7.0, " 7"),
        ("%.3d", 7.0, "007"),
        ("%6.3d", 7.0, "   007"),
        ("%u", 7.0, "7"),
        ("%x", 255.0, "ff"),
        ("%#X", 255.0, "0XFF"),
        ("%#06x", 255.0, "0x00ff"),
        ("%x", -1.0, "ffffffffffffffff"),
        ("%#o", 8.0, "010"),
        ("%c", 65.0, "A"),
        ("%f", 1.5, "1.500000"),
        ("%.0f", 0.5, "0"),
        ("%.0f", 1.5, "2"),
        ("%.0f", 2.5, "2"),
        ("%#.0f", 2.5, "2."),
        ("%.1f", 0.25, "0.2"),
        ("%.1f", 0.35, "0.3"),
        ("%.2f", 1.005, "1.00"),
        ("%08.2f", -3.25159, "-0003.25"),
        ("%+.1f", 2.25, "+2.2"),
        ("%.20f", 0.1, "0.10000000000000000555"),
        ("%.1f", -0.0, "-0.0"),
        ("%e", 12345.678, "1.234568e+04"),
        ("%.0e", 15000.0, "2e+04"),
        ("%.2E", 1e-300, "1.00E-300"),
        ("%10.1e|", 0.0, "   0.0e+00|"),
        ("%g", 100_000.0, "100000"),
        ("%g", 1_000_000.0, "1e+06"),
        ("%g", 0.0001, "0.0001"),
        ("%g", 0.00001, "1e-05"),
        ("%.3g", 1234.5, "1.23e+03"),
        ("%#.3g", 1.0, "1.00"),
        ("%G", 1e-10, "1E-10"),
        ("%.14g", 0.1, "0.1"),
        ("%5.1f", f64::NEG_INFINITY, " -inf"),
        ("%05f", f64::NAN, "  nan"),
    ];

    #[test]
    fn a_number_is_the_same_text_on_every_system() {
        let lua = Lua::new();
        for (template, number, text) in FORMATTED {
            let given =
                (Value::String(lua.create_string(template).unwrap()), Variadic::from(vec![Value::Number(number)]));
            assert_eq!(format(&lua, given).unwrap().to_string_lossy(), text, "{template} of {number}");
        }
    }
}
