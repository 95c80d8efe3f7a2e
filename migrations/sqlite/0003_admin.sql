-- Editors, their sessions, and what they did.
create table editor (
  id integer primary key autoincrement,
  name text not null unique check (length(name) between 1 and 60),
  -- argon2id, PHC string
  password_hash text not null,
  created_at text not null
) strict;

create table session (
  id text primary key,
  data text not null,
  -- seconds since 1970, UTC
  expires_at integer not null
) strict;
create index session_expires on session (expires_at);

create table audit (
  id integer primary key autoincrement,
  revision integer not null references revision (id),
  editor text not null,
  offering integer references offering (id),
  plan integer references price_plan (id),
  -- what changed: [{"field", "before", "after"}]
  changes text not null,
  note text not null,
  made_at text not null
) strict;
create index audit_plan on audit (plan);
