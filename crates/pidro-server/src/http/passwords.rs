//! Password hashing with argon2id, in reused memory.
//!
//! Each hash needs 19 MB. If we allocated a new block for each, they would stay in the arenas of
//! glibc's allocator, one for each thread that has ever hashed a password: 60 logins took 600 MB
//! that never came back. We hash two passwords at a time, so two blocks are enough. A different
//! allocator would return the memory instead of keeping 38 MB. But a login would cost a third more
//! CPU time, because the system has to clear the pages each time, and the whole program would
//! change allocators for the sake of one feature. `docs/server.md` has the figures.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use super::error::ApiError;
use crate::work::{Urgency, WorkQueue};

/// How many passwords are hashed at once. Each occupies a processor for a while.
const AT_ONCE: usize = 2;

/// The working memory for one hash.
type Memory = Vec<Block>;

/// Hashes and verifies passwords, outside the async tasks.
pub(super) struct Passwords {
    queue: WorkQueue,
    /// The blocks that are not in use.
    memory: Arc<Mutex<Vec<Memory>>>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            queue: WorkQueue::new(AT_ONCE),
            memory: Arc::default(),
        }
    }
}

impl Passwords {
    /// Hashes a password for storage.
    pub(super) async fn hash(&self, password: String) -> Result<String, ApiError> {
        let hash = self.work(move |memory| {
            let salt = Salt::generate();
            let argon2 = Argon2::default();
            let output = output(&argon2, &password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
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
        hash.await?
            .ok_or_else(|| ApiError::bad("this password can't be hashed"))
    }

    /// Whether the password matches the hash. Without a hash, this does the same work, so that
    /// timing doesn't reveal whether the account exists.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        self.work(move |memory| {
            let Some(hash) = hash else {
                let salt = [0; Salt::RECOMMENDED_LENGTH];
                output(
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

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let unused = Arc::clone(&self.memory);
        let work = move || {
            let mut memory = unused
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop()
                .unwrap_or_default();
            let done = work(&mut memory);
            unused.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
            done
        };
        Ok(self.queue.work(Urgency::Login, work).await?)
    }
}

fn output(
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
    let found = output(&argon2, password, &salt, expected.len(), memory)?;
    // `Output` compares in constant time.
    Some(found == expected)
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    #[tokio::test]
    async fn hashes_are_those_of_the_library() {
        let passwords = Passwords::default();
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
            passwords.memory.lock().unwrap().len(),
            1,
            "one after the other needs one block"
        );
    }
}
