-- What visitors say is wrong, with their evidence. Nothing of it is in the catalogue until an editor puts it there.
create table proposal (
  id integer primary key autoincrement,
  -- the price plan that was shown, or the platform whose fact was
  plan integer references price_plan (id),
  platform text references platform (slug),
  fact text,
  about text not null check (about in ('price', 'gone', 'contents', 'rules', 'other')),
  -- what the page showed: row, value and date in words
  shown text not null,
  -- what the visitor says is right
  value text not null check (length(value) <= 500),
  evidence_url text not null check (length(evidence_url) between 1 and 500),
  seen_on text not null check (length(seen_on) = 10),
  remark text not null check (length(remark) <= 1000),
  -- revision of the catalogue that the page showed
  revision integer not null references revision (id),
  status text not null default 'open' check (status in ('open', 'done', 'rejected')),
  created_at text not null,
  closed_at text,
  closed_by text,
  check ((plan is null) <> (platform is null)),
  check ((fact is null) or (platform is not null)),
  check ((status = 'open') = (closed_at is null)),
  check ((closed_at is null) = (closed_by is null))
) strict;
create index proposal_status on proposal (status, id);
