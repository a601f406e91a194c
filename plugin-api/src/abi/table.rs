//! Tables of functions: one list generates the C struct, the host's checked form of it, and the places of its fields.

#![allow(unsafe_code, reason = "tables are read only up to their own size")]

use std::ffi::c_void;

/// The place of a function in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableField {
    /// Its name.
    pub name: &'static str,
    /// Its offset, in bytes from the beginning of the table.
    pub offset: usize,
    /// Whether it must not be null.
    pub required: bool,
    /// The types of its arguments, as Rust writes them.
    pub arguments: &'static [&'static str],
    /// The type of its result, as Rust writes it; empty for none.
    pub result: &'static str,
}

/// The reason why a table cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSizeError {
    /// It ends in the middle of a function, after this many bytes.
    Between(u32),
    /// It lacks this function.
    Missing(&'static str),
}

/// A pointer to a constant table, which may be shared between threads because nothing ever writes to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TablePointer(pub *const c_void);

// SAFETY: it points to a constant.
unsafe impl Send for TablePointer {}
// SAFETY: as above.
unsafe impl Sync for TablePointer {}

/// Declares a table once. `required` functions must be present; `optional` ones may be null. The struct `$Calls` has
/// the former as functions and the latter as options of functions.
macro_rules! table {
    (
        $(#[$meta:meta])*
        pub struct $Table:ident, checked as $Calls:ident {
            $( $(#[$head_meta:meta])* $head:ident: $Head:ty, )+
        }
        $( $(#[$call_meta:meta])* $need:ident fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) $(-> $Result:ty)?; )+
    ) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $Table {
            $( $(#[$head_meta])* pub $head: $Head, )+
            $( $(#[$call_meta])* pub $name: Option<unsafe extern "C" fn($($arg: $Arg),*) $(-> $Result)?>, )+
        }

        #[doc = concat!("A [`", stringify!($Table), "`] with every required function present.")]
        #[derive(Clone, Copy)]
        pub struct $Calls {
            $( $(#[$call_meta])* pub $name: $crate::abi::table::table!(@type $need unsafe extern "C" fn($($arg: $Arg),*) $(-> $Result)?), )+
        }

        impl $Table {
            /// Its functions, in order.
            pub const FIELDS: &[$crate::abi::TableField] = &[$( $crate::abi::TableField {
                name: stringify!($name),
                offset: std::mem::offset_of!(Self, $name),
                required: $crate::abi::table::table!(@required $need),
                arguments: &[$( stringify!($Arg) ),*],
                result: concat!($( stringify!($Result) )?),
            } ),+];

            /// Reads a table up to its own size: functions that it lacks are null, those beyond the known ones are
            /// ignored.
            ///
            /// # Safety
            /// `table` points to a table of this kind that is as long as its `struct_size` states, and always to all
            /// before its functions.
            pub unsafe fn read(table: *const Self) -> Result<Self, $crate::abi::TableSizeError> {
                let header = Self::FIELDS[0].offset;
                // SAFETY: the size precedes the functions. The plugin need not have aligned it.
                let size = unsafe { (&raw const (*table).struct_size).read_unaligned() };
                let functions = (size as usize).checked_sub(header);
                if !functions.is_some_and(|bytes| bytes.is_multiple_of(size_of::<usize>())) {
                    return Err($crate::abi::TableSizeError::Between(size));
                }
                let mut copy = std::mem::MaybeUninit::<Self>::zeroed();
                // SAFETY: the table is at least that long, and zeros are a valid table without functions.
                Ok(unsafe {
                    let bytes = (size as usize).min(size_of::<Self>());
                    std::ptr::copy_nonoverlapping(table.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), bytes);
                    copy.assume_init()
                })
            }
        }

        impl $Calls {
            /// Checks that every required function is present.
            ///
            /// # Errors
            /// The first that is missing.
            pub fn of(table: &$Table) -> Result<Self, $crate::abi::TableSizeError> {
                Ok(Self { $( $name: $crate::abi::table::table!(@check $need table.$name, $name), )+ })
            }
        }

        // Functions follow each other without a gap. (Libraries are loaded on systems with pointers of 64 bits only;
        // the table in a browser uses the other types of this crate.)
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            let (fields, mut index) = ($Table::FIELDS, 0);
            while index < fields.len() {
                assert!(fields[index].offset == fields[0].offset + index * size_of::<usize>());
                index += 1;
            }
            assert!(size_of::<$Table>() == fields[0].offset + fields.len() * size_of::<usize>());
        };
    };
    (@type required $($call:tt)+) => { $($call)+ };
    (@type optional $($call:tt)+) => { Option<$($call)+> };
    (@required required) => { true };
    (@required optional) => { false };
    (@check required $call:expr, $name:ident) => { $call.ok_or($crate::abi::TableSizeError::Missing(stringify!($name)))? };
    (@check optional $call:expr, $name:ident) => { $call };
}

pub(crate) use table;
