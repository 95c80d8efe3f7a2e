-- Proofs of a card's figures are taken back with the revision that wrote them, as prices and facts are (0006).
create trigger card_figure_changed after update of gpu, figure, value, source_url, observed_at, observed_precision, since_revision
on card_figure
when (
  old.gpu, old.figure, old.value, old.source_url, old.observed_at, old.observed_precision, old.since_revision
) is not (
  new.gpu, new.figure, new.value, new.source_url, new.observed_at, new.observed_precision, new.since_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'card_figure', new.id,
    json_object('id', old.id, 'gpu', old.gpu, 'figure', old.figure, 'value', old.value, 'source_url', old.source_url, 'observed_at', old.observed_at, 'observed_precision', old.observed_precision, 'since_revision', old.since_revision),
    json_object('id', new.id, 'gpu', new.gpu, 'figure', new.figure, 'value', new.value, 'source_url', new.source_url, 'observed_at', new.observed_at, 'observed_precision', new.observed_precision, 'since_revision', new.since_revision));
end;
create trigger card_figure_kept before delete on card_figure
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;
