//! A simulation of the ownership protocol: nodes crash and pause, the database goes away, messages
//! are late or get lost. The same seed gives the same run.
//!
//! The nodes run the lease rules of [`super::lease`]. The database is a model of the statements in
//! `store/nodes.rs` and of the append; `the_database_behaves_like_the_model` compares the two.

mod model;
mod world;

use std::collections::BTreeSet;
use std::time::Duration;

use pidro_table::TableEvent;
use sqlx::{Connection, Executor, PgConnection};

use crate::store::{IndexUpdate, Node, NodeId, Renewal, Store, StoredEvent};
use model::{Model, Owner};
use world::{Counts, World};

const TABLES: usize = 2;

/// Steele, Lea and Flood's `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap()
}

fn run(seed: u64, fencing: bool) -> (Result<(), String>, Counts) {
    let mut world = World::new(seed, fencing);
    world.run();
    (world.verdict(), world.counts)
}

#[test]
fn no_fault_breaks_ownership() {
    let mut total = Counts::default();
    for seed in 0..10_000 {
        let (verdict, counts) = run(seed, true);
        assert_eq!(verdict, Ok(()), "seed {seed}");
        total.commands += counts.commands;
        total.takeovers += counts.takeovers;
        total.refused_appends += counts.refused_appends;
        total.removed_alive += counts.removed_alive;
    }
    println!("10000 seeds: {total:?}");
    // The seeds prove nothing unless these situations occur.
    assert!(total.takeovers > 10_000 && total.refused_appends > 1_000 && total.removed_alive > 1_000);
}

/// Shows that the simulation can find something: without the fencing token, a node that was paused
/// appends after others have taken its tables over.
#[test]
fn missing_fencing_is_found() {
    let found = (0..10_000).find_map(|seed| Some((seed, run(seed, false).0.err()?)));
    println!("{found:?}");
    let (seed, verdict) = found.expect("one of 10000 seeds finds it");
    // docs/architecture.md names it.
    assert_eq!(seed, 42);
    assert!(verdict.contains("appended after the claim"), "{verdict}");
}

/// The statements in the database do what the model does: the same operations, in an order that no
/// cluster would choose, with the same results.
#[tokio::test]
async fn the_database_behaves_like_the_model() {
    let Some(location) = pidro_testing::new_postgres("ownership_model").await else {
        return;
    };
    let store = Store::open(&location).await.unwrap();
    let mut session = PgConnection::connect(&location).await.unwrap();
    for seed in 0..40 {
        session.execute("DELETE FROM node").await.unwrap();
        compare(seed, &store, &mut session).await;
    }
}

async fn compare(seed: u64, store: &Store, session: &mut PgConnection) {
    const SOON: Duration = Duration::from_secs(10);
    let (now, mut model, mut random) = (1_000_000, Model::new(true), Random(seed));
    // No lease runs out by itself.
    let mut registry = store.node_registry(Duration::from_hours(1)).unwrap();
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let new = crate::testing::empty_table();
        store.create(&new, None).await.unwrap();
        tables.push(new.table);
    }
    let ids: Vec<NodeId> = (0..4).map(|_| NodeId::new()).collect();
    for step in 0..80 {
        let at = format!("seed {seed}, step {step}");
        let number = random.below(4);
        let id = ids[usize::try_from(number).unwrap()];
        let table = usize::try_from(random.below(TABLES as u64)).unwrap();
        let epoch = i64::try_from(random.below(4)).unwrap();
        match random.below(7) {
            0 if !model.nodes.contains_key(&number) => {
                model.add(number, now);
                let address = number.to_string();
                registry.add(&Node { id, address }, SOON).await.unwrap();
            }
            0 | 1 => {
                // Its lease runs out.
                model.nodes.entry(number).and_modify(|expires| *expires = 0);
                let expire = sqlx::query("UPDATE node SET expires = 0 WHERE id = $1").bind(id.to_string());
                expire.execute(&mut *session).await.unwrap();
            }
            2 => {
                let remove_expired = random.one_in(2);
                let alive = model.renew(number, remove_expired, now);
                let renewal = registry.renew(id, remove_expired, SOON).await.unwrap();
                match renewal {
                    Renewal::Removed => assert!(!alive, "{at}"),
                    Renewal::Alive(nodes) => {
                        let nodes: Vec<String> = nodes.into_iter().map(|node| node.address).collect();
                        let known: Vec<String> = model.nodes.keys().map(u64::to_string).collect();
                        assert!(alive, "{at}");
                        assert_eq!(BTreeSet::from_iter(nodes), BTreeSet::from_iter(known), "{at}");
                    }
                }
            }
            3 => {
                let stored = store.ownership(tables[table], id).await.unwrap();
                let owner = match stored.owner {
                    crate::store::Owner::Me => Owner::Me,
                    crate::store::Owner::Other(node) => Owner::Other(node.address.parse().unwrap()),
                    crate::store::Owner::Nobody => Owner::Nobody,
                };
                assert_eq!((owner, stored.epoch), model.ownership(table, number), "{at}");
            }
            4 | 5 => {
                let claimed = store.claim(tables[table], id, epoch).await.unwrap();
                assert_eq!(claimed, model.claim(table, number, epoch), "{at}");
            }
            _ => {
                let n = model.tables[table].entries.len() + usize::from(random.one_in(3));
                let event = StoredEvent {
                    event: TableEvent::ChatOpened { open: true },
                    command: None,
                };
                let appended = store
                    .append(tables[table], epoch, n, &[event], IndexUpdate::Nothing)
                    .await;
                assert_eq!(appended.is_ok(), model.append(table, epoch, n, 0), "{at}");
            }
        }
    }
}
