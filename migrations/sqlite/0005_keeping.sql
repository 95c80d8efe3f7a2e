-- What keeping the catalogue true needs: who may see an offer, since when a row exists, how a fact was learnt, what a
-- revision takes back.

-- A negotiated offer: shown to signed-in editors only, never exported.
alter table offering add column private integer not null default 0 check (private in (0, 1));
-- null = from before this column
alter table offering add column since_revision integer references revision (id);
alter table price_plan add column since_revision integer references revision (id);
-- An editor's evidence: read in the platform's own pages, tried out, told by support. null = an import.
alter table platform_fact add column learnt text check (learnt in ('docs', 'tested', 'support'));
-- The revision that this one takes back.
alter table revision add column undoes integer references revision (id);
create unique index revision_undoes on revision (undoes) where undoes is not null;
