-- Saved plans: each keeps the answer it was made with, see `server/src/store/shares.rs`.
create table share (
  slug text primary key,
  revision integer not null references revision (id),
  -- the whole answer as one JSON document of at most 64 KiB
  document text not null check (length(document) <= 65536),
  created_at text not null
) strict;
