-- What editing by hand needs beside the offers: what an edit was made to, and prices that hold from a later day.

-- What an audit row is about when it is no offer: `platform:SLUG`, `card:SLUG`, `rate:BASE/QUOTE`, `model:ID`.
alter table audit add column subject text;
create index audit_subject on audit (subject) where subject is not null;

-- A price that is announced for a later day. It becomes the plan's price when the day comes; nothing is deleted: a row
-- that was taken back or that came to nothing says so.
create table scheduled_price (
  id integer primary key autoincrement,
  plan integer not null references price_plan (id),
  -- whole offer, one hour, in the plan's currency
  hour_nanos integer not null check (hour_nanos > 0),
  -- whole offer, the plan's period; null where only the hourly equivalent is stated
  period_nanos integer check (period_nanos > 0),
  effective_on text not null check (length(effective_on) = 10),
  -- where and when the announcement was read
  source_url text not null check (source_url <> ''),
  observed_at text not null check (length(observed_at) = 10),
  note text not null,
  editor text not null,
  since_revision integer not null references revision (id),
  -- the revision that made it the current price, or took it back; null = still to come
  until_revision integer references revision (id),
  outcome text check (outcome in ('applied', 'taken_back', 'replaced', 'offer_gone')),
  check ((until_revision is null) = (outcome is null))
) strict;
-- One price to come for a plan: a second one replaces the first.
create unique index scheduled_price_open on scheduled_price (plan) where until_revision is null;
create index scheduled_price_due on scheduled_price (effective_on) where until_revision is null;

-- Where one figure of a card was read, when an editor wrote it down. It proves its own value only: after an import that
-- changes the figure it proves nothing, and pages leave it out.
create table card_figure (
  id integer primary key autoincrement,
  gpu text not null references gpu (slug),
  -- the column of `gpu`
  figure text not null,
  value text not null check (value <> ''),
  source_url text not null check (source_url <> ''),
  observed_at text not null check (length(observed_at) = 10),
  observed_precision text not null check (observed_precision in ('day', 'month', 'year')),
  since_revision integer not null references revision (id),
  until_revision integer references revision (id)
) strict;
create unique index card_figure_current on card_figure (gpu, figure) where until_revision is null;
