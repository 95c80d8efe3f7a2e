-- Who may do what, how they prove who they are, and what they did.

alter table editor add column role text not null default 'editor' check (role in ('editor', 'admin'));
-- 0 = may not sign in; what they did keeps their name
alter table editor add column active integer not null default 1 check (active in (0, 1));
-- RFC 3339, UTC; null = never since this column
alter table editor add column last_sign_in text;
-- secret of RFC 6238, base32; null = no second factor
alter table editor add column totp_secret text;
-- number of the half minute whose code was used last: no code is taken twice
alter table editor add column totp_step integer;
-- part of what a session must match; counted up to end all sessions
alter table editor add column generation integer not null default 0;
-- Before this file everybody could do everything; from now on the first one can.
update editor set role = 'admin' where id = (select min(id) from editor);

create table recovery_code (
  id integer primary key autoincrement,
  editor integer not null references editor (id) on delete cascade,
  -- BLAKE3 of the code, which has 80 random bits
  code_hash text not null,
  used_at text,
  unique (editor, code_hash)
) strict;

create table invite (
  id integer primary key autoincrement,
  -- BLAKE3 of the token, which has 256 random bits
  token_hash text not null unique,
  role text not null check (role in ('editor', 'admin')),
  -- whom it is for, in the words of who made it
  remark text not null check (length(remark) <= 200),
  made_by text not null,
  made_at text not null,
  -- seconds since 1970, UTC
  expires_at integer not null,
  used_at text,
  used_by text,
  withdrawn_at text,
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or withdrawn_at is null)
) strict;

-- What people did that is no revision of the catalogue. Words of `domain::people::Deed`.
create table deed (
  id integer primary key autoincrement,
  made_at text not null,
  kind text not null check (kind in (
    'sign_in', 'sign_in_failed', 'sign_out', 'sign_out_everywhere', 'invite', 'invite_withdrawn', 'joined', 'removed',
    'role_changed', 'deactivated', 'reactivated', 'password_changed', 'second_factor_on', 'second_factor_off',
    'second_factor_reset', 'recovery_code_used', 'recovery_codes_made')),
  -- who did it; null = nobody who is known, or the command line
  editor text,
  -- whom it concerns
  subject text,
  -- role, or whom an invitation is for; never a secret
  detail text not null default '',
  -- failures of one name and day are counted
  count integer not null default 1 check (count >= 1)
) strict;
create index deed_made on deed (made_at);
create unique index deed_failures on deed (coalesce(subject, ''), substr(made_at, 1, 10)) where kind = 'sign_in_failed';
