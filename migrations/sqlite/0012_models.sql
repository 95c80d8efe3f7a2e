-- Models are edited by hand as cards are, and an announced price is taken back as any change.

-- Where one figure of a model was read, when an editor wrote it down; as `card_figure`.
create table model_figure (
  id integer primary key autoincrement,
  model text not null references model (id),
  -- the column of `model`
  figure text not null,
  value text not null check (value <> ''),
  source_url text not null check (source_url <> ''),
  observed_at text not null check (length(observed_at) = 10),
  observed_precision text not null check (observed_precision in ('day', 'month', 'year')),
  since_revision integer not null references revision (id),
  until_revision integer references revision (id)
) strict;
create unique index model_figure_current on model_figure (model, figure) where until_revision is null;

create trigger model_figure_changed after update of
  model, figure, value, source_url, observed_at, observed_precision, since_revision
on model_figure
when (
  old.model, old.figure, old.value, old.source_url, old.observed_at, old.observed_precision, old.since_revision
) is not (
  new.model, new.figure, new.value, new.source_url, new.observed_at, new.observed_precision, new.since_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'model_figure', new.id,
    json_object(
      'id', old.id, 'model', old.model, 'figure', old.figure, 'value', old.value, 'source_url', old.source_url,
      'observed_at', old.observed_at, 'observed_precision', old.observed_precision,
      'since_revision', old.since_revision),
    json_object(
      'id', new.id, 'model', new.model, 'figure', new.figure, 'value', new.value, 'source_url', new.source_url,
      'observed_at', new.observed_at, 'observed_precision', new.observed_precision,
      'since_revision', new.since_revision));
end;
create trigger model_figure_kept before delete on model_figure
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

-- An announcement ends and is followed by another one, as prices are: its own revisions are its journal.
create index scheduled_price_since on scheduled_price (since_revision);
create trigger scheduled_price_changed after update of
  plan, hour_nanos, period_nanos, effective_on, source_url, observed_at, note, editor, since_revision
on scheduled_price
when (
  old.plan, old.hour_nanos, old.period_nanos, old.effective_on, old.source_url, old.observed_at, old.note, old.editor,
  old.since_revision
) is not (
  new.plan, new.hour_nanos, new.period_nanos, new.effective_on, new.source_url, new.observed_at, new.note, new.editor,
  new.since_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'scheduled_price', new.id,
    json_object(
      'id', old.id, 'plan', old.plan, 'hour_nanos', old.hour_nanos, 'period_nanos', old.period_nanos,
      'effective_on', old.effective_on, 'source_url', old.source_url, 'observed_at', old.observed_at,
      'note', old.note, 'editor', old.editor, 'since_revision', old.since_revision),
    json_object(
      'id', new.id, 'plan', new.plan, 'hour_nanos', new.hour_nanos, 'period_nanos', new.period_nanos,
      'effective_on', new.effective_on, 'source_url', new.source_url, 'observed_at', new.observed_at,
      'note', new.note, 'editor', new.editor, 'since_revision', new.since_revision));
end;
create trigger scheduled_price_kept before delete on scheduled_price
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;
