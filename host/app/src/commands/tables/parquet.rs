//! A table as a Parquet file: columns with types, for programs that read large tables.
//!
//! Of the crate `parquet` only what writes and reads columns is built, without Arrow and compressors: whole numbers and
//! repeated words are small by their encodings alone.

use super::{Column, Export, Field, Kind};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::io::Write;
use std::sync::Arc;

/// How many rows are kept until they are written together. Their number alone decides where a group ends, so the file is the same however games
/// come; and a file, which has at most 32,767 groups, has room for four billion rows.
const GROUP: usize = 1 << 17;

/// Fields of one column that are not written yet.
enum Fields {
    /// Counts among them, as their bits.
    Whole(Vec<i64>),
    Truth(Vec<bool>),
    Text(Vec<ByteArray>),
}

/// A Parquet file that is written.
pub struct Parquet<W: Write + Send = Export> {
    file: SerializedFileWriter<W>,
    columns: Vec<Fields>,
    rows: usize,
    group: usize,
}

impl<W: Write + Send> Parquet<W> {
    /// An empty table.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(file: W, columns: &[Column]) -> Result<Self> {
        Self::in_groups(file, columns, GROUP)
    }

    fn in_groups(file: W, columns: &[Column], group: usize) -> Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<_>>()?;
        let schema = Type::group_type_builder("table").with_fields(fields).build()?;
        // What is known of each group is enough to leave it out; more of it would grow with the file, and stay in memory until its end.
        let properties = WriterProperties::builder()
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let empty = |(_, kind): &Column| match kind {
            Kind::Count | Kind::Number => Fields::Whole(Vec::new()),
            Kind::Truth => Fields::Truth(Vec::new()),
            Kind::Text => Fields::Text(Vec::new()),
        };
        let file = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { file, columns: columns.iter().map(empty).collect(), rows: 0, group })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, row: &[Field<'_>]) -> Result<()> {
        for (column, field) in self.columns.iter_mut().zip(row) {
            match (column, field) {
                (Fields::Whole(fields), Field::Count(count)) => fields.push(count.cast_signed()),
                (Fields::Whole(fields), Field::Number(number)) => fields.push(*number),
                (Fields::Truth(fields), Field::Truth(truth)) => fields.push(*truth),
                (Fields::Text(fields), Field::Text(text)) => fields.push((&**text).into()),
                _ => return Err(ParquetError::General(format!("`{field}` does not fit into its column"))),
            }
        }
        self.rows += 1;
        if self.rows == self.group { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<()> {
        self.rows = 0;
        let mut group = self.file.next_row_group()?;
        for fields in &mut self.columns {
            let Some(mut column) = group.next_column()? else { break };
            match fields {
                Fields::Whole(fields) => {
                    column.typed::<Int64Type>().write_batch(fields, None, None)?;
                    fields.clear();
                }
                Fields::Truth(fields) => {
                    column.typed::<BoolType>().write_batch(fields, None, None)?;
                    fields.clear();
                }
                Fields::Text(fields) => {
                    column.typed::<ByteArrayType>().write_batch(fields, None, None)?;
                    fields.clear();
                }
            }
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes what is not in the file yet, and what makes it one. Returns the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.into_inner()
    }
}

/// A column as the file describes it.
fn field((name, kind): &Column) -> Result<TypePtr> {
    let integer = |is_signed| Some(LogicalType::integer(64, is_signed));
    let (physical, logical) = match kind {
        Kind::Count => (Physical::INT64, integer(false)),
        Kind::Number => (Physical::INT64, integer(true)),
        Kind::Truth => (Physical::BOOLEAN, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let column = Type::primitive_type_builder(name, physical);
    Ok(Arc::new(column.with_repetition(Repetition::REQUIRED).with_logical_type(logical).build()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    #[test]
    fn rows_are_written_in_groups_of_one_size_and_read_back_as_they_were_with_the_greatest_numbers() {
        let columns = [("count", Kind::Count), ("number", Kind::Number), ("truth", Kind::Truth), ("text", Kind::Text)]
            .map(|(name, kind)| (name.to_owned(), kind));
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut table = Parquet::in_groups(file.reopen().unwrap(), &columns, 3).unwrap();
        for row in 0..8_u64 {
            let text = format!("{row}, “{}”", row % 2);
            let row = [
                Field::Count(u64::MAX - row),
                Field::Number(i64::MIN + row as i64),
                Field::Truth(row % 2 == 0),
                Field::Text(text.into()),
            ];
            table.write(&row).unwrap();
        }
        table.finish().unwrap();
        let reader = SerializedFileReader::new(file.reopen().unwrap()).unwrap();
        let groups = reader.metadata().row_groups();
        let groups: Vec<i64> = groups.iter().map(parquet::file::metadata::RowGroupMetaData::num_rows).collect();
        assert_eq!(groups, [3, 3, 2]);
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 8);
        assert_eq!(
            rows[7],
            format!("{{count: {}, number: {}, truth: false, text: \"7, “1”\"}}", u64::MAX - 7, i64::MIN + 7)
        );
    }

    #[test]
    fn a_table_without_rows_has_its_columns() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let columns = [("a.b".to_owned(), Kind::Text)];
        Parquet::new(file.reopen().unwrap(), &columns).unwrap().finish().unwrap();
        let reader = SerializedFileReader::new(file.reopen().unwrap()).unwrap();
        let schema = reader.metadata().file_metadata().schema();
        assert_eq!(schema.get_fields().iter().map(|field| field.name()).collect::<Vec<_>>(), ["a.b"]);
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    }
}
