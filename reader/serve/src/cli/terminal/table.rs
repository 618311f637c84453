//! The lists of an answer as a table, or as values between tabs.

use bombe_reader::plain;
use serde_json::{Map, Value};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::line::{Line, Role};

/// Which lists of an answer are a table, and which fields of their entries are its columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Table {
    /// Keys that lead to the list, one after the other; a list on the way is walked through. With several, each row starts
    /// with the name of its list.
    pub(in crate::cli) lists: &'static [&'static [&'static str]],
    /// Fields of an entry, or of what it is in.
    pub(in crate::cli) columns: &'static [&'static str],
}

/// The cells of a table, with the names of the columns in the first row.
#[derive(Debug)]
pub(super) struct Cells(Vec<Vec<String>>);

impl Cells {
    /// Reads the lists of an answer, or of several answers.
    pub(super) fn of(answer: &Value, table: Table) -> Self {
        let parts = answer.get("repos").and_then(Value::as_array);
        let parts = parts.filter(|parts| parts.iter().all(|part| part.get("answer").is_some()));
        let mut head: Vec<String> = Vec::new();
        if parts.is_some() {
            head.push("repo".to_owned());
        }
        if table.lists.len() > 1 {
            head.push("list".to_owned());
        }
        head.extend(table.columns.iter().map(|&name| name.to_owned()));
        let mut cells = Self(vec![head]);
        match parts {
            Some(parts) => {
                for part in parts {
                    let repo = part.get("repo").map(text).unwrap_or_default();
                    cells.add(part.get("answer").unwrap_or(&Value::Null), table, &[repo]);
                }
            }
            None => cells.add(answer, table, &[]),
        }
        cells
    }

    fn add(&mut self, answer: &Value, table: Table, before: &[String]) {
        for list in table.lists {
            let mut before = before.to_vec();
            if table.lists.len() > 1 {
                before.push(list.last().map_or("", |name| *name).to_owned());
            }
            self.add_list(answer, list, table.columns, &before, &mut Vec::new());
        }
    }

    fn add_list<'v>(
        &mut self,
        value: &'v Value,
        keys: &[&str],
        columns: &[&str],
        before: &[String],
        around: &mut Vec<&'v Map<String, Value>>,
    ) {
        match value {
            Value::Array(entries) => {
                for entry in entries {
                    self.add_list(entry, keys, columns, before, around);
                }
            }
            Value::Object(fields) => {
                around.push(fields);
                match keys.split_first() {
                    Some((key, keys)) => {
                        if let Some(value) = fields.get(*key) {
                            self.add_list(value, keys, columns, before, around);
                        }
                    }
                    None => {
                        let cell = |column: &&str| {
                            let inner = around.iter().rev();
                            inner.filter_map(|it| it.get(*column)).map(text).next()
                        };
                        let cells = columns.iter().map(|it| cell(it).unwrap_or_default());
                        self.0.push(before.iter().cloned().chain(cells).collect());
                    }
                }
                around.pop();
            }
            _ => {}
        }
    }

    /// Returns the rows with tabs between the cells. A tab or line break inside a cell is written as `\t` or `\n`.
    pub(super) fn tsv(&self) -> String {
        let escaped = |cell: &String| {
            let cell = cell.replace('\\', "\\\\").replace('\t', "\\t");
            plain::escaped(&cell.replace('\n', "\\n")).into_owned()
        };
        let row = |row: &Vec<String>| row.iter().map(escaped).collect::<Vec<_>>().join("\t");
        self.0.iter().map(|it| row(it) + "\n").collect()
    }

    /// Returns the rows with the cells in columns, the widest of which are cut where there is no room.
    pub(super) fn lines(&self, room: Option<usize>) -> Vec<Line> {
        let cell =
            |cell: &String| plain::escaped(&plain::row(cell).replace('\t', " ")).into_owned();
        let rows: Vec<Vec<String>> = self
            .0
            .iter()
            .map(|row| row.iter().map(cell).collect())
            .collect();
        let width = |column: usize| {
            let widths = rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|it| it.width());
            widths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
        let widths = fitted(widths, room);
        let is_number = |column: usize| {
            let mut cells = rows.iter().skip(1).filter_map(|row| row.get(column));
            cells.all(|it| it.parse::<f64>().is_ok() || it.is_empty())
        };
        let numbers: Vec<bool> = (0..widths.len()).map(is_number).collect();
        let line = |(at, row): (usize, &Vec<String>)| {
            let mut line = Line::default();
            let role = if at == 0 { Role::Heading } else { Role::Plain };
            for (column, cell) in row.iter().enumerate() {
                let cell = &cut(cell, widths[column]);
                let padding = " ".repeat(widths[column].saturating_sub(cell.width()));
                let is_last = column + 1 == row.len();
                if numbers[column] {
                    line.push(&padding, Role::Plain);
                    line.push(cell, role);
                } else {
                    line.push(cell, role);
                    line.push(if is_last { "" } else { &padding }, Role::Plain);
                }
                if !is_last {
                    line.push("  ", Role::Plain);
                }
            }
            line
        };
        rows.iter().enumerate().map(line).collect()
    }
}

/// Columns that a column keeps.
const WIDTH_MIN: usize = 6;

/// Columns between two columns.
const GAP: usize = 2;

/// Makes the widest columns narrower until all have room.
fn fitted(mut widths: Vec<usize>, room: Option<usize>) -> Vec<usize> {
    let Some(room) = room else { return widths };
    loop {
        let all = widths.iter().map(|width| width + GAP).sum::<usize>();
        match widths.iter_mut().max() {
            Some(widest) if all > room + GAP && *widest > WIDTH_MIN => *widest -= 1,
            _ => return widths,
        }
    }
}

/// Returns a text of at most so many columns.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let fits = |character: &char| {
        let width = character.width().unwrap_or(0);
        let is_inside = width <= left;
        left = if is_inside { left - width } else { 0 };
        is_inside
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    kept.push('…');
    kept
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Cells, Table};
    use crate::cli::terminal::line::{Line, Look};

    const TABLE: Table = Table {
        lists: &[&["files", "lines"]],
        columns: &["path", "line", "text"],
    };

    #[test]
    fn an_entry_has_the_fields_of_what_it_is_in() {
        let answer = json!({"files": [{"path": "a", "lines": [{"line": 1, "text": "x\ty\n\u{1b}"}, {"line": 20, "text": ["p", "q"]}]}]});
        let cells = Cells::of(&answer, TABLE);
        assert_eq!(
            cells.tsv(),
            "path\tline\ttext\na\t1\tx\\ty\\n\\u{1b}\na\t20\tp, q\n"
        );
        let mut out = String::new();
        for line in cells.lines(None) {
            let look = Look {
                width: None,
                color: false,
                links: false,
            };
            line.write(look, &mut out);
        }
        assert_eq!(
            out,
            "path  line  text\na        1  x y\\n\\u{1b}\na       20  p, q\n"
        );
    }

    #[test]
    fn the_widest_columns_are_cut_where_there_is_no_room() {
        let answer = json!({"files": [{"path": "a/very/long/path.py", "lines": [{"line": 7, "text": "a text"}]}]});
        let lines = Cells::of(&answer, TABLE).lines(Some(26));
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        assert_eq!(
            texts,
            ["path          line  text", "a/very/long…     7  a text"]
        );
    }

    #[test]
    fn several_answers_and_lists_are_named() {
        let table = Table {
            lists: &[&["one"], &["two"]],
            columns: &["id"],
        };
        let answer = json!({"repos": [{"repo": "r", "answer": {"one": [{"id": "a"}], "two": [{"id": "b"}]}}]});
        assert_eq!(
            Cells::of(&answer, table).tsv(),
            "repo\tlist\tid\nr\tone\ta\nr\ttwo\tb\n"
        );
    }
}
