//! A remote in a registry of containers (OCI). Blobs are blobs of the registry, by the same digests. Each document is the
//! first layer of an image whose tag is its name, and whose other layers are the blobs that it refers to: so the registry
//! keeps them.
//!
//! Registries have no compare-and-swap: of two publishers at the same moment, the later one wins.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use futures_util::TryStreamExt as _;
use oci_client::Reference;
use oci_client::client::{BlobResponse, Client, ClientConfig, ClientProtocol};
use oci_client::errors::{OciDistributionError, OciErrorCode};
use oci_client::manifest::{OCI_IMAGE_MEDIA_TYPE, OciDescriptor, OciImageManifest, OciManifest};
use oci_client::secrets::RegistryAuth;

use super::network::{Network, USER_AGENT, cause};
use super::{Condition, Credentials, Document, Listed, Patience, Remote, RemoteError};
use crate::digest::Digest;
use crate::layout::Name;

/// What an image is.
const ARTIFACT: &str = "application/vnd.bombe.snapshot.v1";

/// The media type of a document.
const DOCUMENT: &str = "application/vnd.bombe.document.v1";

/// The media type of a blob.
const BLOB: &str = "application/vnd.bombe.blob.v1+zstd";

/// The configuration of an image that has none.
const EMPTY: (&str, &[u8]) = ("application/vnd.oci.empty.v1+json", b"{}");

/// The annotation that holds the name of a document.
const TITLE: &str = "org.opencontainers.image.title";

/// A repository of a registry.
pub(super) struct Registry {
    network: Network,
    client: Client,
    image: Reference,
    auth: RegistryAuth,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry")
            .field("image", &self.image)
            .finish_non_exhaustive()
    }
}

impl Registry {
    /// Opens the remote with an address, `oci://host/name`; none if it is not one of a registry.
    pub(super) fn open(
        address: &str,
        patience: Patience,
        credentials: &Credentials,
    ) -> Result<Option<Self>, RemoteError> {
        let Some(name) = address.strip_prefix("oci://") else {
            return Ok(None);
        };
        let Ok(image) = name.parse::<Reference>() else {
            return Ok(None);
        };
        if !name.contains('/') || image.digest().is_some() {
            return Ok(None);
        }
        let network = Network::new(address, patience)?;
        let host = image.registry();
        let name_of_host = host.rsplit_once(':').map_or(host, |(name, _)| name);
        // Others cannot listen on this machine.
        let is_here = matches!(name_of_host, "localhost" | "127.0.0.1" | "[::1]");
        let protocol = if is_here {
            ClientProtocol::Http
        } else {
            ClientProtocol::Https
        };
        let client = Client::new(ClientConfig {
            protocol,
            connect_timeout: Some(patience.connect),
            user_agent: USER_AGENT,
            ..ClientConfig::default()
        });
        let auth = match credentials.of(host) {
            Some((user, password)) => RegistryAuth::Basic(user, password),
            None => RegistryAuth::Anonymous,
        };
        Ok(Some(Self {
            network,
            client,
            image,
            auth,
        }))
    }

    /// Returns the image of a document.
    fn at(&self, name: &Name) -> Reference {
        let (registry, repository) = (self.image.registry(), self.image.repository());
        Reference::with_tag(registry.to_owned(), repository.to_owned(), tag_of(name))
    }

    fn error(&self, error: OciDistributionError) -> RemoteError {
        self.network.outage(reason(&error))
    }

    fn refused(&self, error: OciDistributionError) -> RemoteError {
        self.network.read_only(reason(&error))
    }

    /// Reads the image of a document, and its digest; none if it is absent.
    async fn image_of(
        &self,
        name: &Name,
    ) -> Result<Option<(OciImageManifest, String)>, RemoteError> {
        match self.client.pull_manifest(&self.at(name), &self.auth).await {
            Ok((OciManifest::Image(image), digest)) => Ok(Some((image, digest))),
            Ok(_) => Err(self.network.outage(format!("{name} is no image"))),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(self.error(error)),
        }
    }

    /// Sees to it that what follows is done in the name of the user.
    async fn sign_in(&self) {
        let host = self.image.resolve_registry();
        self.client.store_auth_if_needed(host, &self.auth).await;
    }

    /// Stores a small blob, and returns what refers to it.
    async fn push_small(
        &self,
        media_type: &str,
        bytes: &[u8],
    ) -> Result<OciDescriptor, OciDistributionError> {
        let digest = Digest::of(bytes);
        let named = format!("sha256:{digest}");
        if !self.client.blob_exists(&self.image, &named).await? {
            self.client
                .push_blob(&self.image, bytes.to_vec(), &named)
                .await?;
        }
        Ok(descriptor(media_type, digest, bytes.len() as u64))
    }

    /// Stores a document as an image.
    async fn push_image(
        &self,
        name: &Name,
        bytes: &[u8],
        blobs: &[(Digest, u64)],
    ) -> Result<(), OciDistributionError> {
        let mut layers = vec![self.push_small(DOCUMENT, bytes).await?];
        layers.extend(
            blobs
                .iter()
                .map(|(blob, bytes)| descriptor(BLOB, *blob, *bytes)),
        );
        let (empty, nothing) = EMPTY;
        let title = (TITLE.to_owned(), name.to_string());
        let image = OciImageManifest {
            media_type: Some(OCI_IMAGE_MEDIA_TYPE.to_owned()),
            config: self.push_small(empty, nothing).await?,
            layers,
            artifact_type: Some(ARTIFACT.to_owned()),
            annotations: Some(BTreeMap::from([title])),
            ..OciImageManifest::default()
        };
        let image = OciManifest::Image(image);
        let pushed = self.client.push_manifest(&self.at(name), &image).await;
        pushed.map(|_| ())
    }
}

/// Returns what refers to a blob.
fn descriptor(media_type: &str, blob: Digest, bytes: u64) -> OciDescriptor {
    OciDescriptor {
        media_type: media_type.to_owned(),
        digest: format!("sha256:{blob}"),
        size: bytes as i64,
        ..OciDescriptor::default()
    }
}

/// Returns the tag of a document: letters, digits and `._-`, at most 128. The name of a manifest is short and plain; others
/// may be neither.
fn tag_of(name: &Name) -> String {
    let folder = name.as_str().split('/').next().unwrap_or_default();
    match name.manifest_digest() {
        Some(_) => name.as_str().replace('/', "-"),
        None => format!("{folder}-{}", Digest::of(name.as_str().as_bytes())),
    }
}

fn is_absent(error: &OciDistributionError) -> bool {
    match error {
        OciDistributionError::ImageManifestNotFoundError(_) => true,
        OciDistributionError::ServerError { code, .. } => *code == 404,
        OciDistributionError::RegistryError { envelope, .. } => {
            let absent = |code: &OciErrorCode| {
                matches!(
                    code,
                    OciErrorCode::ManifestUnknown
                        | OciErrorCode::NameUnknown
                        | OciErrorCode::NotFound
                        | OciErrorCode::BlobUnknown
                )
            };
            envelope.errors.iter().any(|error| absent(&error.code))
        }
        OciDistributionError::RequestError(error) => {
            error.status().is_some_and(|status| status == 404)
        }
        _ => false,
    }
}

/// Says what has happened, in a line.
fn reason(error: &OciDistributionError) -> String {
    let text = match error {
        OciDistributionError::UnauthorizedError { .. }
        | OciDistributionError::AuthenticationFailure(_) => {
            "it does not let this user in: sign in with `docker login`".to_owned()
        }
        OciDistributionError::ServerError { code, message, .. } => format!("{code} {message}"),
        error => cause(error),
    };
    text.lines().next().unwrap_or_default().to_owned()
}

impl Remote for Registry {
    fn shown(&self) -> &str {
        self.network.shown()
    }

    fn read(&self, name: &Name, most: u64) -> Result<Option<Document>, RemoteError> {
        self.network.answer(async {
            self.sign_in().await;
            let Some((image, version)) = self.image_of(name).await? else {
                return Ok(None);
            };
            let layer = image.layers.first();
            let Some(layer) = layer.filter(|layer| layer.size <= most as i64) else {
                return Err(self.network.too_long(name, most));
            };
            let blob = self.client.pull_blob_stream(&self.image, layer).await;
            let mut blob = blob.map_err(|error| self.error(error))?.stream;
            let mut bytes = Vec::new();
            let next = |error| self.network.outage(error);
            while let Some(piece) = blob.try_next().await.map_err(next)? {
                if (bytes.len() + piece.len()) as u64 > most {
                    return Err(self.network.too_long(name, most));
                }
                bytes.extend_from_slice(&piece);
            }
            Ok(Some(Document { bytes, version }))
        })
    }

    fn fetch(
        &self,
        blob: Digest,
        from: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<(), RemoteError>,
    ) -> Result<(), RemoteError> {
        let layer = descriptor(BLOB, blob, 0);
        self.network.run(async {
            self.sign_in().await;
            let response = self.network.next(async {
                let pulling = self
                    .client
                    .pull_blob_stream_partial(&self.image, &layer, from, None);
                match pulling.await {
                    Err(error) if is_absent(&error) => Err(RemoteError::Missing {
                        remote: self.shown().to_owned(),
                        name: Name::blob(blob).to_string(),
                    }),
                    pulled => pulled.map_err(|error| self.error(error)),
                }
            });
            // A registry that knows no ranges sends all of it again.
            let (mut stream, mut again) = match response.await? {
                BlobResponse::Full(whole) => (whole.stream, from),
                BlobResponse::Partial(rest) => (rest.stream, 0),
            };
            loop {
                let piece = async {
                    let piece = stream.try_next().await;
                    piece.map_err(|error| self.network.outage(error))
                };
                let Some(piece) = self.network.next(piece).await? else {
                    return Ok(());
                };
                let known = again.min(piece.len() as u64);
                again -= known;
                let new = piece.get(known as usize..).unwrap_or_default();
                if !new.is_empty() {
                    sink(new)?;
                }
            }
        })
    }

    fn has(&self, blob: Digest) -> Result<bool, RemoteError> {
        self.network.answer(async {
            self.sign_in().await;
            let digest = format!("sha256:{blob}");
            let exists = self.client.blob_exists(&self.image, &digest).await;
            exists.map_err(|error| self.error(error))
        })
    }

    fn store_blob(&self, blob: Digest, file: &Path) -> Result<(), RemoteError> {
        // It is sent in chunks of 4 MiB, by a client that wants to hold it.
        let bytes = fs::read(file).map_err(RemoteError::local(file))?;
        let pieces = 1 + (bytes.len() >> 22) as u32;
        let most = self.network.patience().piece.saturating_mul(pieces);
        let digest = format!("sha256:{blob}");
        self.network.run(async {
            self.sign_in().await;
            let pushing = self.client.push_blob(&self.image, bytes, &digest);
            match tokio::time::timeout(most, pushing).await {
                Ok(pushed) => pushed.map(|_| ()).map_err(|error| self.refused(error)),
                Err(_) => Err(self.network.outage("a blob was not stored in time")),
            }
        })
    }

    fn store(
        &self,
        name: &Name,
        bytes: &[u8],
        blobs: &[(Digest, u64)],
        condition: Condition,
    ) -> Result<(), RemoteError> {
        self.network.answer(async {
            self.sign_in().await;
            let holds = match condition {
                Condition::Always => true,
                Condition::Absent => self.image_of(name).await?.is_none(),
                Condition::Unchanged(version) => {
                    let present = self.image_of(name).await?;
                    present.is_some_and(|(_, present)| present == version)
                }
            };
            if !holds {
                return Err(RemoteError::Replaced(name.to_string()));
            }
            let pushed = self.push_image(name, bytes, blobs).await;
            pushed.map_err(|error| self.refused(error))
        })
    }

    fn list(&self, _: &str) -> Result<Vec<Listed>, RemoteError> {
        Err(self.network.read_only(OWN_RULES))
    }

    fn remove(&self, _: &Name) -> Result<(), RemoteError> {
        Err(self.network.read_only(OWN_RULES))
    }
}

/// Why nothing is removed here.
const OWN_RULES: &str = "a registry removes images by rules of its own: set them there";

#[cfg(test)]
mod tests {
    use super::{Registry, tag_of};
    use crate::digest::Digest;
    use crate::layout::Name;
    use crate::remote::{Credentials, Patience, Remote as _};

    #[test]
    fn every_document_has_a_tag() {
        let long = "x".repeat(300);
        for name in [
            Name::index("o/n", &long),
            Name::reference("o/n", "a b"),
            Name::manifest(Digest::of(b"")).with_ending("minisig"),
        ] {
            let tag = tag_of(&name);
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
            assert!(tag.len() <= 128 && tag.bytes().all(is_plain), "{tag}");
        }
        assert_ne!(
            tag_of(&Name::index("o/n", "a")),
            tag_of(&Name::index("o/n", "b"))
        );
    }

    #[test]
    fn an_address_of_a_registry_names_a_host_and_a_repository() {
        let open = |address: &str| {
            Registry::open(address, Patience::for_fetching(), &Credentials::default()).unwrap()
        };
        let registry = open("oci://ghcr.io/owner/name-bombe").unwrap();
        assert_eq!(registry.shown(), "oci://ghcr.io/owner/name-bombe");
        for address in ["oci://", "oci://name", "s3://a/b", "oci://UPPER/Case"] {
            assert!(open(address).is_none(), "{address}");
        }
    }
}
