//! A commit, and what it changed.

use gix_hash::{Kind, ObjectId};
use gix_object::CommitRefIter;
use serde::{Deserialize, Serialize};

/// The id of a commit.
pub type Id = [u8; 20];

/// More text of a message is left out.
const MESSAGE_BYTES_MAX: usize = 600;

/// A longer name of an author is cut.
const AUTHOR_BYTES_MAX: usize = 200;

/// More parents than this are not followed.
const PARENTS_MAX: usize = 64;

/// A file that a commit changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Its path after the commit, or before if it is gone.
    pub path: String,
    /// Its path before, if the commit moved it.
    pub from: Option<String>,
    /// The commit removed it.
    pub is_removed: bool,
}

/// A commit, and what it changed with respect to its parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its id.
    pub id: Id,
    /// The commits that it follows. More than one: a merge.
    pub parents: Vec<Id>,
    /// When it was made, in seconds since 1970. A commit that was rebased was made then.
    pub time: i64,
    /// The name of its author, with the address if that was asked for.
    pub author: String,
    /// The subject, and in the lines after it the start of the body.
    pub message: String,
    /// The files that it changed, by path; empty for a merge.
    pub changes: Vec<Change>,
}

/// A commit as it is stored.
pub(crate) struct Parsed {
    pub(crate) tree: ObjectId,
    /// Without its changes.
    pub(crate) commit: Commit,
}

/// Reads a commit; none if it is malformed. Addresses stay only `with_addresses`.
pub(crate) fn parse(id: Id, bytes: &[u8], with_addresses: bool) -> Option<Parsed> {
    let commit = || CommitRefIter::from_bytes(bytes, Kind::Sha1);
    let tree = commit().tree_id().ok()?;
    let parents = commit().parent_ids().take(PARENTS_MAX);
    let parents = parents.map(|parent| Id::try_from(parent.as_slice()).ok());
    let author = commit().author().ok()?;
    let name = String::from_utf8_lossy(author.name).trim().to_owned();
    let author = if with_addresses {
        let address = String::from_utf8_lossy(author.email);
        format!("{name} <{}>", address.trim())
    } else {
        without_addresses(&name)
    };
    let committer = commit().committer().ok()?;
    let time = committer.time.split_whitespace().next();
    let message = String::from_utf8_lossy(commit().message().ok()?);
    Some(Parsed {
        tree,
        commit: Commit {
            id,
            parents: parents.collect::<Option<_>>()?,
            time: time.and_then(|time| time.parse().ok()).unwrap_or(0),
            author: cut(author, AUTHOR_BYTES_MAX),
            message: shortened(&message, with_addresses),
            changes: Vec::new(),
        },
    })
}

/// Returns the subject, and in the lines after it the start of the body without trailers such as `Signed-off-by:`.
fn shortened(message: &str, with_addresses: bool) -> String {
    let mut paragraphs = message.trim().splitn(2, "\n\n");
    // Git joins the lines before the first empty one.
    let subject: Vec<&str> = paragraphs.next().unwrap_or("").split_whitespace().collect();
    let mut text = subject.join(" ");
    for line in paragraphs.next().unwrap_or("").lines() {
        if text.len() > MESSAGE_BYTES_MAX {
            break;
        }
        let line = line.trim();
        if !line.is_empty() && !is_trailer(line) {
            text.push('\n');
            text.push_str(line);
        }
    }
    let text = if with_addresses {
        text
    } else {
        without_addresses(&text)
    };
    cut(text, MESSAGE_BYTES_MAX)
}

/// Returns true for a line such as `Signed-off-by: A <a@b>`.
fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(": ") else {
        return false;
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    key.contains('-') && key.ends_with("by") && key.bytes().all(is_word)
}

/// Returns a text in which no e-mail address has its domain.
fn without_addresses(text: &str) -> String {
    if !text.contains('@') {
        return text.to_owned();
    }
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let at = word.find('@').filter(|at| *at > 0);
        match at.filter(|at| word[at + 1..].contains('.')) {
            Some(at) => {
                let end = word.trim_end().len();
                format!("{}@…{}", &word[..at], &word[end..])
            }
            None => word.to_owned(),
        }
    });
    words.collect()
}

fn cut(mut text: String, most: usize) -> String {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

#[cfg(test)]
mod tests {
    use super::{shortened, without_addresses};

    #[test]
    fn addresses_lose_their_domain() {
        for (text, clean) in [
            ("A B", "A B"),
            ("a.b@example.org", "a.b@…"),
            (
                "Fix <a@b.org> and c@d.e, too\n@x.y",
                "Fix <a@… and c@… too\n@x.y",
            ),
            ("use @decorator a@b", "use @decorator a@b"),
        ] {
            assert_eq!(without_addresses(text), clean);
        }
    }

    #[test]
    fn a_message_is_its_subject_and_the_start_of_its_body() {
        let message = "Fix\nthe thing\n\nWhy it broke.\n\nSigned-off-by: A <a@b.c>\nSee: x\n";
        assert_eq!(
            shortened(message, false),
            "Fix the thing\nWhy it broke.\nSee: x"
        );
        assert_eq!(shortened("", false), "");
        let long = format!("s\n\n{}", "ü".repeat(5000));
        assert_eq!(shortened(&long, false).len(), 600);
    }
}
