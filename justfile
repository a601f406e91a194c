# Commands for work on Stonehouse, for https://just.systems; docs/contributing.md says when to use which.

# Formatting and lints, as CI has them.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

# Tests of one package, all or those whose names contain the filter: `just test stonerow-tests team::`.
test package filter='':
    cargo test -p stonehouse-{{package}} {{filter}}

# The window, without a screen.
screens filter='':
    cargo test -p stonehouse-tests --test screens {{filter}}

# Renews text snapshots, playthroughs and pictures. Look at every difference.
snapshots:
    INSTA_UPDATE=always cargo test -p stonehouse-engine-tests -p stonehouse-script-games -p stonehouse -p stonehouse-tests --test all
    UPDATE_SNAPSHOTS=true cargo test -p stonehouse-tests --test screens pictures

# Renews what follows from the code: reference, schemas, reports.
generate:
    .ci/generate

# Renews the listing of the plugin crate's public interface.
public-api:
    cargo doc -p stonehouse-plugin --no-deps
    .ci/public-api target/doc/stonehouse_plugin >plugin-api/public-api.txt
