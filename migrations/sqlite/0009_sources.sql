-- Live sources: whether they are asked, how that went, what waits for a person. Prices themselves are ordinary prices.

create table source (
  -- the word of the registry; a source that left it keeps its row
  id text primary key check (id <> ''),
  -- off until somebody switches it on
  enabled integer not null default 0 check (enabled in (0, 1)),
  -- RFC 3339, UTC
  last_try text,
  last_ok text,
  failing_since text,
  -- a word of `domain::catalog::live::Trouble`, and its detail
  trouble text,
  trouble_detail text not null default '',
  failures integer not null default 0 check (failures >= 0),
  -- null = is not asked by itself
  next_due text,
  -- what the last good answer did: added, changed, vanished, refused, skipped, as JSON
  last_counts text,
  check ((failing_since is null) = (trouble is null))
) strict;

-- What a source said of its answer, sent back so that an unchanged one need not be sent again.
create table source_page (
  source text not null references source (id),
  -- a request: its address, and a hash of what was posted
  request text not null,
  etag text,
  last_modified text,
  read_at text not null,
  primary key (source, request)
) strict, without rowid;

-- A change beyond the limits, as it was read.
create table source_held (
  id integer primary key autoincrement,
  source text not null references source (id),
  made_at text not null,
  -- JSON: what it would have done, and how much of what was known it touched
  summary text not null,
  -- JSON: the offers and rates that were read; emptied by the decision
  document text not null,
  decision text check (decision in ('accepted', 'rejected', 'replaced')),
  decided_by text,
  decided_at text,
  check ((decision is null) = (decided_at is null))
) strict;
create unique index source_held_open on source_held (source) where decision is null;
