//! A remote in a bucket: S3 and what speaks its language, Google Cloud Storage, or Azure Blob Storage.
//!
//! Keys and other settings are those of the environment (`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT`, `GOOGLE_SERVICE_ACCOUNT`,
//! `AZURE_STORAGE_ACCOUNT_NAME` and so on), as `object_store` knows them.

use std::fs::File;
use std::io::Read as _;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientConfigKey, Error, GetOptions, GetRange, ObjectStore, ObjectStoreExt as _,
    PutMode, PutOptions, PutPayload, RetryConfig, UpdateVersion,
};

use super::network::{Network, USER_AGENT, cause};
use super::{Condition, Document, Listed, Patience, Remote, RemoteError};
use crate::digest::Digest;
use crate::layout::Name;

/// A blob is stored in pieces of so many bytes. Stores take no smaller ones, except for the last.
const PIECE_BYTES: u64 = 5 << 20;

/// Separates the two parts of a version. Neither holds it.
const VERSION_SEPARATOR: char = '\n';

/// A bucket, or a folder of one.
#[derive(Debug)]
pub(super) struct Bucket {
    network: Network,
    store: Arc<dyn ObjectStore>,
    folder: Path,
}

impl Bucket {
    /// Opens the remote with an address, `scheme://bucket/folder`; none if there is no such kind of bucket.
    pub(super) fn open(address: &str, patience: Patience) -> Result<Option<Self>, RemoteError> {
        let Some((scheme, rest)) = address.split_once("://") else {
            return Ok(None);
        };
        let (bucket, folder) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() || !matches!(scheme, "s3" | "gs" | "az") {
            return Ok(None);
        }
        let network = Network::new(address, patience)?;
        let wrong = |error: Error| network.outage(error);
        let folder = Path::parse(folder).map_err(|error| wrong(error.into()))?;
        let options = [
            (ClientConfigKey::ConnectTimeout, seconds(patience.connect)),
            (ClientConfigKey::ReadTimeout, seconds(patience.idle)),
            // One for a whole transfer would end long ones.
            (ClientConfigKey::Timeout, "1 day".to_owned()),
            (ClientConfigKey::UserAgent, USER_AGENT.to_owned()),
        ];
        let retry = RetryConfig {
            backoff: BackoffConfig {
                init_backoff: Duration::from_millis(100),
                ..BackoffConfig::default()
            },
            max_retries: patience.retries,
            retry_timeout: patience.document,
        };
        let store: Arc<dyn ObjectStore> = match scheme {
            "s3" => {
                let builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
                let builder = options.into_iter().fold(builder, |builder, (key, value)| {
                    builder.with_config(AmazonS3ConfigKey::Client(key), value)
                });
                Arc::new(builder.with_retry(retry).build().map_err(wrong)?)
            }
            "gs" => {
                let builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(bucket);
                let builder = options.into_iter().fold(builder, |builder, (key, value)| {
                    builder.with_config(GoogleConfigKey::Client(key), value)
                });
                Arc::new(builder.with_retry(retry).build().map_err(wrong)?)
            }
            _ => {
                let builder = MicrosoftAzureBuilder::from_env().with_container_name(bucket);
                let builder = options.into_iter().fold(builder, |builder, (key, value)| {
                    builder.with_config(AzureConfigKey::Client(key), value)
                });
                Arc::new(builder.with_retry(retry).build().map_err(wrong)?)
            }
        };
        Ok(Some(Self {
            network,
            store,
            folder,
        }))
    }

    fn at(&self, name: &str) -> Path {
        let parts = self.folder.parts();
        parts.chain(Path::from(name).parts()).collect()
    }

    fn outage(&self, error: Error) -> RemoteError {
        self.network.outage(reason(&error))
    }

    fn refused(&self, error: Error) -> RemoteError {
        self.network.read_only(reason(&error))
    }

    /// Waits until a piece of a blob is stored.
    fn stored<T>(
        &self,
        storing: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, RemoteError> {
        self.network.run(async {
            let waited = tokio::time::timeout(self.network.patience().piece, storing).await;
            match waited {
                Ok(stored) => stored.map_err(|error| self.refused(error)),
                Err(_) => Err(self.network.outage("a piece was not stored in time")),
            }
        })
    }
}

fn seconds(duration: Duration) -> String {
    format!("{} ms", duration.as_millis())
}

/// Says what has happened, in a line.
fn reason(error: &Error) -> String {
    let text = match error {
        Error::Unauthenticated { .. } | Error::PermissionDenied { .. } => {
            "it does not accept the keys that the environment names".to_owned()
        }
        error => cause(error),
    };
    text.lines().next().unwrap_or_default().to_owned()
}

fn is_absent(error: &Error) -> bool {
    matches!(error, Error::NotFound { .. })
}

impl Remote for Bucket {
    fn shown(&self) -> &str {
        self.network.shown()
    }

    fn read(&self, name: &Name, most: u64) -> Result<Option<Document>, RemoteError> {
        self.network.answer(async {
            let got = match self.store.get(&self.at(name.as_str())).await {
                Ok(got) => got,
                Err(error) if is_absent(&error) => return Ok(None),
                Err(error) => return Err(self.outage(error)),
            };
            if got.meta.size > most {
                return Err(self.network.too_long(name, most));
            }
            let meta = &got.meta;
            let parts = [&meta.e_tag, &meta.version].map(|part| part.clone().unwrap_or_default());
            let version = parts.join(&VERSION_SEPARATOR.to_string());
            let bytes = got.bytes().await.map_err(|error| self.outage(error))?;
            Ok(Some(Document {
                bytes: bytes.to_vec(),
                version,
            }))
        })
    }

    fn fetch(
        &self,
        blob: Digest,
        from: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), RemoteError>,
    ) -> Result<(), RemoteError> {
        let name = Name::blob(blob);
        let path = self.at(name.as_str());
        let options = GetOptions {
            range: (from > 0).then_some(GetRange::Offset(from)),
            ..GetOptions::default()
        };
        self.network.run(async {
            let got = self.network.next(async {
                match self.store.get_opts(&path, options).await {
                    Err(error) if is_absent(&error) => Err(RemoteError::Missing {
                        remote: self.shown().to_owned(),
                        name: name.to_string(),
                    }),
                    got => got.map_err(|error| self.outage(error)),
                }
            });
            let mut stream = got.await?.into_stream();
            loop {
                let piece = async {
                    let piece = stream.try_next().await;
                    piece.map_err(|error| self.outage(error))
                };
                let Some(piece) = self.network.next(piece).await? else {
                    return Ok(());
                };
                sink(&piece)?;
            }
        })
    }

    fn has(&self, blob: Digest) -> Result<bool, RemoteError> {
        let path = self.at(Name::blob(blob).as_str());
        self.network.answer(async {
            match self.store.head(&path).await {
                Ok(_) => Ok(true),
                Err(error) if is_absent(&error) => Ok(false),
                Err(error) => Err(self.outage(error)),
            }
        })
    }

    fn store_blob(&self, blob: Digest, file: &FilePath) -> Result<(), RemoteError> {
        let path = self.at(Name::blob(blob).as_str());
        let here = RemoteError::local(file);
        let mut from = File::open(file).map_err(&here)?;
        let mut piece = |bytes: &mut Vec<u8>| {
            bytes.clear();
            let mut piece = (&mut from).take(PIECE_BYTES);
            piece.read_to_end(bytes).map_err(&here)
        };
        let mut bytes = Vec::new();
        piece(&mut bytes)?;
        if (bytes.len() as u64) < PIECE_BYTES {
            self.stored(self.store.put(&path, bytes.into()))?;
            return Ok(());
        }
        // It appears when all pieces are there.
        let mut upload = self.stored(self.store.put_multipart(&path))?;
        let mut store = || {
            while !bytes.is_empty() {
                let payload = PutPayload::from(bytes.clone());
                self.stored(upload.put_part(payload))?;
                piece(&mut bytes)?;
            }
            self.stored(upload.complete()).map(|_| ())
        };
        let stored = store();
        if stored.is_err() {
            let _ = self.stored(upload.abort());
        }
        stored
    }

    fn store(
        &self,
        name: &Name,
        bytes: &[u8],
        _: &[(Digest, u64)],
        condition: Condition,
    ) -> Result<(), RemoteError> {
        let mode = match condition {
            Condition::Always => PutMode::Overwrite,
            Condition::Absent => PutMode::Create,
            Condition::Unchanged(version) => {
                let (e_tag, version) = version.split_once(VERSION_SEPARATOR).unwrap_or_default();
                let part = |part: &str| (!part.is_empty()).then(|| part.to_owned());
                PutMode::Update(UpdateVersion {
                    e_tag: part(e_tag),
                    version: part(version),
                })
            }
        };
        let (path, payload) = (self.at(name.as_str()), PutPayload::from(bytes.to_vec()));
        let options = PutOptions::from(mode);
        self.network.answer(async {
            match self.store.put_opts(&path, payload, options).await {
                Ok(_) => Ok(()),
                Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                    Err(RemoteError::Replaced(name.to_string()))
                }
                // A document that was to be replaced, and is gone.
                Err(error) if is_absent(&error) && condition != Condition::Always => {
                    Err(RemoteError::Replaced(name.to_string()))
                }
                Err(error) => Err(self.refused(error)),
            }
        })
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, RemoteError> {
        let top = self.folder.as_ref().len();
        let mut found = Vec::new();
        self.network.run(async {
            let mut stream = self.store.list(Some(&self.at(folder)));
            loop {
                let object = async {
                    let object = stream.try_next().await;
                    object.map_err(|error| self.outage(error))
                };
                let Some(object) = self.network.next(object).await? else {
                    break;
                };
                let name = object.location.as_ref().get(top..).unwrap_or_default();
                found.extend(
                    Name::parse(name.trim_start_matches('/')).map(|name| Listed {
                        name,
                        bytes: object.size,
                        modified: object.last_modified.timestamp().max(0) as u64,
                    }),
                );
            }
            Ok::<(), RemoteError>(())
        })?;
        found.sort_unstable();
        Ok(found)
    }

    fn remove(&self, name: &Name) -> Result<(), RemoteError> {
        let path = self.at(name.as_str());
        self.network.answer(async {
            match self.store.delete(&path).await {
                Err(error) if !is_absent(&error) => Err(self.refused(error)),
                _ => Ok(()),
            }
        })
    }
}
