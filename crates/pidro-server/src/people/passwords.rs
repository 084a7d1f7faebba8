//! Password hashing with argon2id, in reused memory.
//!
//! Each hash needs 19 MB. If we allocated a new block for each, they would stay in the arenas of
//! glibc's allocator, one for each thread that has ever hashed a password: 60 logins took 600 MB
//! that never came back. The work queue hashes two passwords at a time
//! ([`MAX_RUNNING_LOGINS`](crate::work::MAX_RUNNING_LOGINS)), so two blocks are enough. A different
//! allocator would return the memory instead of keeping 38 MB. But a login would cost a third more
//! CPU time, because the system has to clear the pages each time, and the whole program would
//! change allocators for the sake of one feature. `docs/server.md` has the figures.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use thiserror::Error;

use crate::work::{Priority, WorkError, WorkQueue};

/// The working memory for one hash.
type Memory = Vec<Block>;

/// Why a password was not hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum HashError {
    #[error("this password can't be hashed")]
    Unhashable,
    #[error("hashing was not completed")]
    Work(WorkError),
}

impl From<WorkError> for HashError {
    fn from(error: WorkError) -> HashError {
        HashError::Work(error)
    }
}

/// Hashes and verifies passwords, outside the async tasks.
pub(crate) struct Passwords {
    queue: WorkQueue,
    /// The blocks that are not in use.
    unused: Arc<Mutex<Vec<Memory>>>,
}

impl Passwords {
    pub(crate) fn new(queue: WorkQueue) -> Passwords {
        Passwords {
            queue,
            unused: Arc::default(),
        }
    }

    /// Hashes a password for storage.
    pub(crate) async fn hash(&self, password: String) -> Result<String, HashError> {
        let hash = self.run(move |memory| {
            let salt = Salt::generate();
            let argon2 = Argon2::default();
            let output = argon2_output(&argon2, &password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
            let params = ParamsString::try_from(argon2.params()).ok()?;
            let hash = PasswordHash {
                algorithm: Algorithm::default().ident(),
                version: Some(Version::default().into()),
                params,
                salt: Some(salt),
                hash: Some(output),
            };
            Some(hash.to_string())
        });
        hash.await?.ok_or(HashError::Unhashable)
    }

    /// Whether the password matches the hash. Without a hash, this does the same work, so that
    /// timing doesn't reveal whether the account exists.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, WorkError> {
        self.run(move |memory| {
            let Some(hash) = hash else {
                let salt = [0; Salt::RECOMMENDED_LENGTH];
                argon2_output(
                    &Argon2::default(),
                    &password,
                    &salt,
                    Params::DEFAULT_OUTPUT_LEN,
                    memory,
                );
                return false;
            };
            matches(&password, &hash, memory).unwrap_or(false)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        hash: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let unused = Arc::clone(&self.unused);
        let work = move || {
            let blocks = || unused.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = blocks().pop().unwrap_or_default();
            let done = hash(&mut memory);
            blocks().push(memory);
            done
        };
        self.queue.run(Priority::Login, work).await
    }
}

fn argon2_output(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    length: usize,
    memory: &mut Memory,
) -> Option<Output> {
    let blocks = argon2.params().block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut buffer = [0; Output::MAX_LENGTH];
    let buffer = buffer.get_mut(..length)?;
    argon2
        .hash_password_into_with_memory(password.as_bytes(), salt, buffer, memory)
        .ok()?;
    Output::new(buffer).ok()
}

/// Whether the password matches the hash. `None` if the hash is malformed.
fn matches(password: &str, hash: &str, memory: &mut Memory) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = hash
        .version
        .map_or(Ok(Version::default()), Version::try_from)
        .ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
    let (salt, expected) = (hash.salt?, hash.hash?);
    let found = argon2_output(&argon2, password, &salt, expected.len(), memory)?;
    // `Output` compares in constant time.
    Some(found == expected)
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    #[tokio::test]
    async fn hashes_are_compatible_with_the_library() {
        let passwords = Passwords::new(WorkQueue::new(1));
        let ours = passwords.hash("lingonberries".to_owned()).await.unwrap();
        assert!(ours.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{ours}");
        assert!(
            Argon2::default()
                .verify_password(b"lingonberries", &*ours)
                .is_ok()
        );
        assert_ne!(ours, passwords.hash("lingonberries".to_owned()).await.unwrap());
        let theirs = Argon2::default()
            .hash_password(b"cloudberries")
            .unwrap()
            .to_string();
        // Reused memory still contains data from the previous password.
        for (password, hash, right) in [
            ("lingonberries", &ours, true),
            ("cloudberries", &ours, false),
            ("cloudberries", &theirs, true),
            ("lingonberries", &theirs, false),
            ("lingonberries", &"garbage".to_owned(), false),
        ] {
            let found = passwords.verify(password.to_owned(), Some(hash.clone())).await;
            assert_eq!(found.unwrap(), right, "{password} {hash}");
        }
        assert!(!passwords.verify("lingonberries".to_owned(), None).await.unwrap());
        assert_eq!(
            passwords.unused.lock().unwrap().len(),
            1,
            "sequential hashes share one block"
        );
    }
}
