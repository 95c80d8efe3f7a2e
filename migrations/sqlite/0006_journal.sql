-- Every change of the catalogue can be taken back, whoever makes it: what ends keeps its row, what is overwritten is
-- written down here by triggers. `server/src/store/undo.rs` reads it.

-- What an update overwrote. Rows of `price` and `platform_fact` are ended and followed by new ones, so their own
-- `since_revision` and `until_revision` are their journal; the same holds for the first state of `offering` and
-- `price_plan`. Whoever adds a column to a table below replaces its triggers too (a test compares them).
create table journal (
  id integer primary key autoincrement,
  revision integer not null references revision (id),
  tbl text not null,
  -- the row's key
  row text not null,
  -- the row as one JSON object; null = there was none
  before text,
  after text not null
) strict;
create index journal_revision on journal (revision);
create index journal_row on journal (tbl, row);

-- null = in force. An undone import ends the rows that it added.
alter table gpu add column until_revision integer references revision (id);
alter table platform add column until_revision integer references revision (id);
alter table persistence add column until_revision integer references revision (id);
alter table model add column until_revision integer references revision (id);
alter table fx_rate add column until_revision integer references revision (id);
alter table price_history add column until_revision integer references revision (id);

-- 0 = made before the journal: what it overwrote is not known.
alter table revision add column journalled integer not null default 1 check (journalled in (0, 1));
update revision set journalled = 0;

-- The revision that a visitor's report led to.
alter table proposal add column applied integer references revision (id);

create trigger gpu_changed after update of
  position, name, vendor, architecture, compute_capability, vram_gb, memory_type, bandwidth_gbps, fp32_tflops,
  fp16_dense_tflops, fp16_dense_derived_tflops, bf16_dense_tflops, fp8_dense_tflops, int8_dense_tops, tdp_w,
  interconnect, interconnect_gbps, form_factor, release_year, min_cuda, source_url, note, until_revision
on gpu
when (
  old.position, old.name, old.vendor, old.architecture, old.compute_capability, old.vram_gb, old.memory_type,
  old.bandwidth_gbps, old.fp32_tflops, old.fp16_dense_tflops, old.fp16_dense_derived_tflops, old.bf16_dense_tflops,
  old.fp8_dense_tflops, old.int8_dense_tops, old.tdp_w, old.interconnect, old.interconnect_gbps, old.form_factor,
  old.release_year, old.min_cuda, old.source_url, old.note, old.until_revision
) is not (
  new.position, new.name, new.vendor, new.architecture, new.compute_capability, new.vram_gb, new.memory_type,
  new.bandwidth_gbps, new.fp32_tflops, new.fp16_dense_tflops, new.fp16_dense_derived_tflops, new.bf16_dense_tflops,
  new.fp8_dense_tflops, new.int8_dense_tops, new.tdp_w, new.interconnect, new.interconnect_gbps, new.form_factor,
  new.release_year, new.min_cuda, new.source_url, new.note, new.until_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'gpu', new.slug,
    json_object(
      'slug', old.slug, 'position', old.position, 'name', old.name, 'vendor', old.vendor,
      'architecture', old.architecture, 'compute_capability', old.compute_capability, 'vram_gb', old.vram_gb,
      'memory_type', old.memory_type, 'bandwidth_gbps', old.bandwidth_gbps, 'fp32_tflops', old.fp32_tflops,
      'fp16_dense_tflops', old.fp16_dense_tflops, 'fp16_dense_derived_tflops', old.fp16_dense_derived_tflops,
      'bf16_dense_tflops', old.bf16_dense_tflops, 'fp8_dense_tflops', old.fp8_dense_tflops,
      'int8_dense_tops', old.int8_dense_tops, 'tdp_w', old.tdp_w, 'interconnect', old.interconnect,
      'interconnect_gbps', old.interconnect_gbps, 'form_factor', old.form_factor, 'release_year', old.release_year,
      'min_cuda', old.min_cuda, 'source_url', old.source_url, 'note', old.note,
      'until_revision', old.until_revision),
    json_object(
      'slug', new.slug, 'position', new.position, 'name', new.name, 'vendor', new.vendor,
      'architecture', new.architecture, 'compute_capability', new.compute_capability, 'vram_gb', new.vram_gb,
      'memory_type', new.memory_type, 'bandwidth_gbps', new.bandwidth_gbps, 'fp32_tflops', new.fp32_tflops,
      'fp16_dense_tflops', new.fp16_dense_tflops, 'fp16_dense_derived_tflops', new.fp16_dense_derived_tflops,
      'bf16_dense_tflops', new.bf16_dense_tflops, 'fp8_dense_tflops', new.fp8_dense_tflops,
      'int8_dense_tops', new.int8_dense_tops, 'tdp_w', new.tdp_w, 'interconnect', new.interconnect,
      'interconnect_gbps', new.interconnect_gbps, 'form_factor', new.form_factor, 'release_year', new.release_year,
      'min_cuda', new.min_cuda, 'source_url', new.source_url, 'note', new.note,
      'until_revision', new.until_revision));
end;
create trigger gpu_added after insert on gpu
begin
  insert into journal (revision, tbl, row, after)
  values ((select max(id) from revision), 'gpu', new.slug,
    json_object(
      'slug', new.slug, 'position', new.position, 'name', new.name, 'vendor', new.vendor,
      'architecture', new.architecture, 'compute_capability', new.compute_capability, 'vram_gb', new.vram_gb,
      'memory_type', new.memory_type, 'bandwidth_gbps', new.bandwidth_gbps, 'fp32_tflops', new.fp32_tflops,
      'fp16_dense_tflops', new.fp16_dense_tflops, 'fp16_dense_derived_tflops', new.fp16_dense_derived_tflops,
      'bf16_dense_tflops', new.bf16_dense_tflops, 'fp8_dense_tflops', new.fp8_dense_tflops,
      'int8_dense_tops', new.int8_dense_tops, 'tdp_w', new.tdp_w, 'interconnect', new.interconnect,
      'interconnect_gbps', new.interconnect_gbps, 'form_factor', new.form_factor, 'release_year', new.release_year,
      'min_cuda', new.min_cuda, 'source_url', new.source_url, 'note', new.note,
      'until_revision', new.until_revision));
end;
create trigger gpu_kept before delete on gpu
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger platform_changed after update of
  name, name_zh, homepage, country, currency, docs_url, note, until_revision
on platform
when (
  old.name, old.name_zh, old.homepage, old.country, old.currency, old.docs_url, old.note, old.until_revision
) is not (
  new.name, new.name_zh, new.homepage, new.country, new.currency, new.docs_url, new.note, new.until_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'platform', new.slug,
    json_object(
      'slug', old.slug, 'name', old.name, 'name_zh', old.name_zh, 'homepage', old.homepage, 'country', old.country,
      'currency', old.currency, 'docs_url', old.docs_url, 'note', old.note, 'until_revision', old.until_revision),
    json_object(
      'slug', new.slug, 'name', new.name, 'name_zh', new.name_zh, 'homepage', new.homepage, 'country', new.country,
      'currency', new.currency, 'docs_url', new.docs_url, 'note', new.note, 'until_revision', new.until_revision));
end;
create trigger platform_added after insert on platform
begin
  insert into journal (revision, tbl, row, after)
  values ((select max(id) from revision), 'platform', new.slug,
    json_object(
      'slug', new.slug, 'name', new.name, 'name_zh', new.name_zh, 'homepage', new.homepage, 'country', new.country,
      'currency', new.currency, 'docs_url', new.docs_url, 'note', new.note, 'until_revision', new.until_revision));
end;
create trigger platform_kept before delete on platform
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger platform_fact_changed after update of
  platform, offering, fact, value, unit, evidence, quote, observed_at, observed_precision, since_revision, learnt
on platform_fact
when (
  old.platform, old.offering, old.fact, old.value, old.unit, old.evidence, old.quote, old.observed_at,
  old.observed_precision, old.since_revision, old.learnt
) is not (
  new.platform, new.offering, new.fact, new.value, new.unit, new.evidence, new.quote, new.observed_at,
  new.observed_precision, new.since_revision, new.learnt
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'platform_fact', new.id,
    json_object(
      'id', old.id, 'platform', old.platform, 'offering', old.offering, 'fact', old.fact, 'value', old.value,
      'unit', old.unit, 'evidence', old.evidence, 'quote', old.quote, 'observed_at', old.observed_at,
      'observed_precision', old.observed_precision, 'since_revision', old.since_revision, 'learnt', old.learnt),
    json_object(
      'id', new.id, 'platform', new.platform, 'offering', new.offering, 'fact', new.fact, 'value', new.value,
      'unit', new.unit, 'evidence', new.evidence, 'quote', new.quote, 'observed_at', new.observed_at,
      'observed_precision', new.observed_precision, 'since_revision', new.since_revision, 'learnt', new.learnt));
end;
create trigger platform_fact_kept before delete on platform_fact
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger offering_changed after update of
  platform, region, gpu, gpu_count, gpu_fraction, vcpus, ram_gb, disk_gb, disk_type, network_mbps, instance_type,
  exclusivity, identity, active, private
on offering
when (
  old.platform, old.region, old.gpu, old.gpu_count, old.gpu_fraction, old.vcpus, old.ram_gb, old.disk_gb,
  old.disk_type, old.network_mbps, old.instance_type, old.exclusivity, old.identity, old.active, old.private
) is not (
  new.platform, new.region, new.gpu, new.gpu_count, new.gpu_fraction, new.vcpus, new.ram_gb, new.disk_gb,
  new.disk_type, new.network_mbps, new.instance_type, new.exclusivity, new.identity, new.active, new.private
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'offering', new.id,
    json_object(
      'id', old.id, 'platform', old.platform, 'region', old.region, 'gpu', old.gpu, 'gpu_count', old.gpu_count,
      'gpu_fraction', old.gpu_fraction, 'vcpus', old.vcpus, 'ram_gb', old.ram_gb, 'disk_gb', old.disk_gb,
      'disk_type', old.disk_type, 'network_mbps', old.network_mbps, 'instance_type', old.instance_type,
      'exclusivity', old.exclusivity, 'identity', old.identity, 'active', old.active, 'private', old.private),
    json_object(
      'id', new.id, 'platform', new.platform, 'region', new.region, 'gpu', new.gpu, 'gpu_count', new.gpu_count,
      'gpu_fraction', new.gpu_fraction, 'vcpus', new.vcpus, 'ram_gb', new.ram_gb, 'disk_gb', new.disk_gb,
      'disk_type', new.disk_type, 'network_mbps', new.network_mbps, 'instance_type', new.instance_type,
      'exclusivity', new.exclusivity, 'identity', new.identity, 'active', new.active, 'private', new.private));
end;
-- Since when a row exists is how an undo finds it.
create trigger offering_added after insert on offering when new.since_revision is null
begin
  update offering set since_revision = (select max(id) from revision) where id = new.id;
end;
create trigger offering_kept before delete on offering
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger price_plan_changed after update of
  offering, price_kind, period_hours, currency, source, active
on price_plan
when (
  old.offering, old.price_kind, old.period_hours, old.currency, old.source, old.active
) is not (
  new.offering, new.price_kind, new.period_hours, new.currency, new.source, new.active
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'price_plan', new.id,
    json_object(
      'id', old.id, 'offering', old.offering, 'price_kind', old.price_kind, 'period_hours', old.period_hours,
      'currency', old.currency, 'source', old.source, 'active', old.active),
    json_object(
      'id', new.id, 'offering', new.offering, 'price_kind', new.price_kind, 'period_hours', new.period_hours,
      'currency', new.currency, 'source', new.source, 'active', new.active));
end;
-- Since when a row exists is how an undo finds it.
create trigger price_plan_added after insert on price_plan when new.since_revision is null
begin
  update price_plan set since_revision = (select max(id) from revision) where id = new.id;
end;
create trigger price_plan_kept before delete on price_plan
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger price_changed after update of
  plan, hour_nanos, period_nanos, observed_at, observed_precision, source_url, note, since_revision
on price
when (
  old.plan, old.hour_nanos, old.period_nanos, old.observed_at, old.observed_precision, old.source_url, old.note,
  old.since_revision
) is not (
  new.plan, new.hour_nanos, new.period_nanos, new.observed_at, new.observed_precision, new.source_url, new.note,
  new.since_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'price', new.id,
    json_object(
      'id', old.id, 'plan', old.plan, 'hour_nanos', old.hour_nanos, 'period_nanos', old.period_nanos,
      'observed_at', old.observed_at, 'observed_precision', old.observed_precision, 'source_url', old.source_url,
      'note', old.note, 'since_revision', old.since_revision),
    json_object(
      'id', new.id, 'plan', new.plan, 'hour_nanos', new.hour_nanos, 'period_nanos', new.period_nanos,
      'observed_at', new.observed_at, 'observed_precision', new.observed_precision, 'source_url', new.source_url,
      'note', new.note, 'since_revision', new.since_revision));
end;
create trigger price_kept before delete on price
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger price_history_changed after update of
  platform, gpu, gpu_count, price_kind, observed_at, hour_nanos, currency, source, source_url, note,
  since_revision, until_revision
on price_history
when (
  old.platform, old.gpu, old.gpu_count, old.price_kind, old.observed_at, old.hour_nanos, old.currency, old.source,
  old.source_url, old.note, old.since_revision, old.until_revision
) is not (
  new.platform, new.gpu, new.gpu_count, new.price_kind, new.observed_at, new.hour_nanos, new.currency, new.source,
  new.source_url, new.note, new.since_revision, new.until_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'price_history', new.id,
    json_object(
      'id', old.id, 'platform', old.platform, 'gpu', old.gpu, 'gpu_count', old.gpu_count,
      'price_kind', old.price_kind, 'observed_at', old.observed_at, 'hour_nanos', old.hour_nanos,
      'currency', old.currency, 'source', old.source, 'source_url', old.source_url, 'note', old.note,
      'since_revision', old.since_revision, 'until_revision', old.until_revision),
    json_object(
      'id', new.id, 'platform', new.platform, 'gpu', new.gpu, 'gpu_count', new.gpu_count,
      'price_kind', new.price_kind, 'observed_at', new.observed_at, 'hour_nanos', new.hour_nanos,
      'currency', new.currency, 'source', new.source, 'source_url', new.source_url, 'note', new.note,
      'since_revision', new.since_revision, 'until_revision', new.until_revision));
end;
create trigger price_history_kept before delete on price_history
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger fx_rate_changed after update of
  base, quote, rate, date, source, note, since_revision, until_revision
on fx_rate
when (
  old.base, old.quote, old.rate, old.date, old.source, old.note, old.since_revision, old.until_revision
) is not (
  new.base, new.quote, new.rate, new.date, new.source, new.note, new.since_revision, new.until_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'fx_rate', new.id,
    json_object(
      'id', old.id, 'base', old.base, 'quote', old.quote, 'rate', old.rate, 'date', old.date, 'source', old.source,
      'note', old.note, 'since_revision', old.since_revision, 'until_revision', old.until_revision),
    json_object(
      'id', new.id, 'base', new.base, 'quote', new.quote, 'rate', new.rate, 'date', new.date, 'source', new.source,
      'note', new.note, 'since_revision', new.since_revision, 'until_revision', new.until_revision));
end;
create trigger fx_rate_kept before delete on fx_rate
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger persistence_changed after update of
  platform, volume, survives_stop, survives_image_save, survives_migration, survives_release, deleted_after_days,
  billed_while_stopped, source_url, as_of, note, until_revision
on persistence
when (
  old.platform, old.volume, old.survives_stop, old.survives_image_save, old.survives_migration,
  old.survives_release, old.deleted_after_days, old.billed_while_stopped, old.source_url, old.as_of, old.note,
  old.until_revision
) is not (
  new.platform, new.volume, new.survives_stop, new.survives_image_save, new.survives_migration,
  new.survives_release, new.deleted_after_days, new.billed_while_stopped, new.source_url, new.as_of, new.note,
  new.until_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'persistence', new.id,
    json_object(
      'id', old.id, 'platform', old.platform, 'volume', old.volume, 'survives_stop', old.survives_stop,
      'survives_image_save', old.survives_image_save, 'survives_migration', old.survives_migration,
      'survives_release', old.survives_release, 'deleted_after_days', old.deleted_after_days,
      'billed_while_stopped', old.billed_while_stopped, 'source_url', old.source_url, 'as_of', old.as_of,
      'note', old.note, 'until_revision', old.until_revision),
    json_object(
      'id', new.id, 'platform', new.platform, 'volume', new.volume, 'survives_stop', new.survives_stop,
      'survives_image_save', new.survives_image_save, 'survives_migration', new.survives_migration,
      'survives_release', new.survives_release, 'deleted_after_days', new.deleted_after_days,
      'billed_while_stopped', new.billed_while_stopped, 'source_url', new.source_url, 'as_of', new.as_of,
      'note', new.note, 'until_revision', new.until_revision));
end;
create trigger persistence_added after insert on persistence
begin
  insert into journal (revision, tbl, row, after)
  values ((select max(id) from revision), 'persistence', new.id,
    json_object(
      'id', new.id, 'platform', new.platform, 'volume', new.volume, 'survives_stop', new.survives_stop,
      'survives_image_save', new.survives_image_save, 'survives_migration', new.survives_migration,
      'survives_release', new.survives_release, 'deleted_after_days', new.deleted_after_days,
      'billed_while_stopped', new.billed_while_stopped, 'source_url', new.source_url, 'as_of', new.as_of,
      'note', new.note, 'until_revision', new.until_revision));
end;
create trigger persistence_kept before delete on persistence
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

create trigger model_changed after update of
  family, hf_repo, kind, layers, hidden, heads, kv_heads, head_dim, intermediate, experts, experts_active, vocab,
  tied_embeddings, context, sliding_window, sliding_layers, params, params_active, params_linear, params_embed,
  kv_bytes_per_token_16bit, source, note, until_revision
on model
when (
  old.family, old.hf_repo, old.kind, old.layers, old.hidden, old.heads, old.kv_heads, old.head_dim,
  old.intermediate, old.experts, old.experts_active, old.vocab, old.tied_embeddings, old.context,
  old.sliding_window, old.sliding_layers, old.params, old.params_active, old.params_linear, old.params_embed,
  old.kv_bytes_per_token_16bit, old.source, old.note, old.until_revision
) is not (
  new.family, new.hf_repo, new.kind, new.layers, new.hidden, new.heads, new.kv_heads, new.head_dim,
  new.intermediate, new.experts, new.experts_active, new.vocab, new.tied_embeddings, new.context,
  new.sliding_window, new.sliding_layers, new.params, new.params_active, new.params_linear, new.params_embed,
  new.kv_bytes_per_token_16bit, new.source, new.note, new.until_revision
)
begin
  insert into journal (revision, tbl, row, before, after)
  values ((select max(id) from revision), 'model', new.id,
    json_object(
      'id', old.id, 'family', old.family, 'hf_repo', old.hf_repo, 'kind', old.kind, 'layers', old.layers,
      'hidden', old.hidden, 'heads', old.heads, 'kv_heads', old.kv_heads, 'head_dim', old.head_dim,
      'intermediate', old.intermediate, 'experts', old.experts, 'experts_active', old.experts_active,
      'vocab', old.vocab, 'tied_embeddings', old.tied_embeddings, 'context', old.context,
      'sliding_window', old.sliding_window, 'sliding_layers', old.sliding_layers, 'params', old.params,
      'params_active', old.params_active, 'params_linear', old.params_linear, 'params_embed', old.params_embed,
      'kv_bytes_per_token_16bit', old.kv_bytes_per_token_16bit, 'source', old.source, 'note', old.note,
      'until_revision', old.until_revision),
    json_object(
      'id', new.id, 'family', new.family, 'hf_repo', new.hf_repo, 'kind', new.kind, 'layers', new.layers,
      'hidden', new.hidden, 'heads', new.heads, 'kv_heads', new.kv_heads, 'head_dim', new.head_dim,
      'intermediate', new.intermediate, 'experts', new.experts, 'experts_active', new.experts_active,
      'vocab', new.vocab, 'tied_embeddings', new.tied_embeddings, 'context', new.context,
      'sliding_window', new.sliding_window, 'sliding_layers', new.sliding_layers, 'params', new.params,
      'params_active', new.params_active, 'params_linear', new.params_linear, 'params_embed', new.params_embed,
      'kv_bytes_per_token_16bit', new.kv_bytes_per_token_16bit, 'source', new.source, 'note', new.note,
      'until_revision', new.until_revision));
end;
create trigger model_added after insert on model
begin
  insert into journal (revision, tbl, row, after)
  values ((select max(id) from revision), 'model', new.id,
    json_object(
      'id', new.id, 'family', new.family, 'hf_repo', new.hf_repo, 'kind', new.kind, 'layers', new.layers,
      'hidden', new.hidden, 'heads', new.heads, 'kv_heads', new.kv_heads, 'head_dim', new.head_dim,
      'intermediate', new.intermediate, 'experts', new.experts, 'experts_active', new.experts_active,
      'vocab', new.vocab, 'tied_embeddings', new.tied_embeddings, 'context', new.context,
      'sliding_window', new.sliding_window, 'sliding_layers', new.sliding_layers, 'params', new.params,
      'params_active', new.params_active, 'params_linear', new.params_linear, 'params_embed', new.params_embed,
      'kv_bytes_per_token_16bit', new.kv_bytes_per_token_16bit, 'source', new.source, 'note', new.note,
      'until_revision', new.until_revision));
end;
create trigger model_kept before delete on model
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;

-- A fact's addresses stand for as long as the fact.
create trigger fact_source_fixed before update on fact_source
begin
  select raise(abort, 'a fact with other sources is another fact');
end;
create trigger fact_source_kept before delete on fact_source
begin
  select raise(abort, 'rows of the catalogue are ended, never deleted');
end;
