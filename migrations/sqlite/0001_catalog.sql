-- What can be rented. Prices are nano-units (1e-9) of their currency; unknown is null, never 0.

create table revision (
  id integer primary key autoincrement,
  -- RFC 3339, UTC
  made_at text not null,
  kind text not null check (kind in ('import', 'edit')),
  author text not null,
  summary text not null
) strict;

create table gpu (
  slug text primary key check (slug <> ''),
  -- natural order of the starting file: A100 40GB before A100 80GB
  position integer not null,
  name text not null,
  vendor text not null,
  architecture text,
  compute_capability text,
  vram_gb real check (vram_gb > 0),
  memory_type text,
  bandwidth_gbps real check (bandwidth_gbps > 0),
  fp32_tflops real check (fp32_tflops > 0),
  fp16_dense_tflops real check (fp16_dense_tflops > 0),
  fp16_dense_derived_tflops real check (fp16_dense_derived_tflops > 0),
  bf16_dense_tflops real check (bf16_dense_tflops > 0),
  fp8_dense_tflops real check (fp8_dense_tflops > 0),
  int8_dense_tops real check (int8_dense_tops > 0),
  tdp_w real check (tdp_w > 0),
  interconnect text,
  interconnect_gbps real check (interconnect_gbps > 0),
  form_factor text,
  release_year integer,
  min_cuda text,
  source_url text not null check (source_url <> ''),
  note text not null
) strict;

create table platform (
  slug text primary key check (slug <> ''),
  name text not null,
  name_zh text,
  homepage text,
  country text check (length(country) = 2),
  currency text check (length(currency) = 3),
  docs_url text,
  note text not null
) strict;

-- One fact of a platform, or of one of its offerings where it differs. value null = looked for, not found.
create table platform_fact (
  id integer primary key autoincrement,
  platform text not null references platform (slug),
  offering integer references offering (id),
  fact text not null,
  value text,
  unit text not null,
  evidence text not null check (evidence in ('import', 'editor')),
  quote text,
  observed_at text,
  observed_precision text check (observed_precision in ('day', 'month', 'year')),
  since_revision integer not null references revision (id),
  until_revision integer references revision (id),
  check ((observed_at is null) = (observed_precision is null))
) strict;
create unique index platform_fact_current on platform_fact (platform, coalesce(offering, 0), fact) where until_revision is null;

create table fact_source (
  fact integer not null references platform_fact (id),
  url text not null check (url <> ''),
  -- 1 = states just this fact; 0 = one of several addresses that were read
  exact integer not null check (exact in (0, 1)),
  primary key (fact, url)
) strict, without rowid;

create table offering (
  id integer primary key autoincrement,
  platform text not null references platform (slug),
  region text,
  gpu text not null references gpu (slug),
  gpu_count integer not null check (gpu_count >= 1),
  -- share of one GPU for a slice
  gpu_fraction real check (gpu_fraction > 0 and gpu_fraction < 1),
  vcpus real check (vcpus > 0),
  ram_gb real check (ram_gb > 0),
  disk_gb real check (disk_gb > 0),
  disk_type text,
  network_mbps integer check (network_mbps > 0),
  instance_type text,
  exclusivity text check (exclusivity in ('dedicated', 'shared', 'mixed')),
  -- the identity rule of `domain::catalog::diff::offering_key`
  identity text not null unique,
  -- row lock: an edit names the version that it saw
  version integer not null default 1,
  active integer not null default 1 check (active in (0, 1))
) strict;
create index offering_platform on offering (platform);
create index offering_gpu on offering (gpu);

create table price_plan (
  id integer primary key autoincrement,
  offering integer not null references offering (id),
  price_kind text not null check (price_kind in ('on_demand', 'spot', 'daily', 'weekly', 'monthly', 'reserved')),
  period_hours integer not null check (period_hours >= 1),
  currency text not null check (length(currency) = 3),
  -- repository or site, without the version of the page
  source text not null check (source <> ''),
  active integer not null default 1 check (active in (0, 1)),
  unique (offering, price_kind, period_hours, currency, source)
) strict;

create table price (
  id integer primary key autoincrement,
  plan integer not null references price_plan (id),
  -- whole offer, one hour
  hour_nanos integer not null check (hour_nanos > 0),
  -- whole offer, the plan's period; null where only the hourly equivalent is stated
  period_nanos integer check (period_nanos > 0),
  observed_at text not null check (length(observed_at) = 10),
  observed_precision text not null check (observed_precision in ('day', 'month', 'year')),
  source_url text not null check (source_url <> ''),
  note text not null,
  since_revision integer not null references revision (id),
  until_revision integer references revision (id)
) strict;
create unique index price_current on price (plan) where until_revision is null;

-- Dated prices per GPU-hour of a platform and card; never a current price.
create table price_history (
  id integer primary key autoincrement,
  platform text not null references platform (slug),
  gpu text not null references gpu (slug),
  gpu_count integer not null check (gpu_count >= 1),
  price_kind text not null check (price_kind in ('on_demand', 'spot', 'daily', 'weekly', 'monthly', 'reserved')),
  observed_at text not null check (length(observed_at) = 10),
  -- whole offer, one hour: the file's price per GPU times the count
  hour_nanos integer not null check (hour_nanos > 0),
  currency text not null check (length(currency) = 3),
  source text not null,
  source_url text not null check (source_url <> ''),
  note text not null,
  since_revision integer not null references revision (id),
  unique (platform, gpu, gpu_count, price_kind, observed_at, currency, source)
) strict;

create table fx_rate (
  id integer primary key autoincrement,
  base text not null check (length(base) = 3),
  quote text not null check (length(quote) = 3),
  -- decimal text, exact
  rate text not null,
  date text not null check (length(date) = 10),
  source text not null,
  note text not null,
  since_revision integer not null references revision (id),
  unique (base, quote, date, source)
) strict;

create table persistence (
  id integer primary key autoincrement,
  platform text not null references platform (slug),
  volume text not null,
  survives_stop text check (survives_stop in ('yes', 'no', 'partial')),
  survives_image_save text check (survives_image_save in ('yes', 'no', 'partial')),
  survives_migration text check (survives_migration in ('yes', 'no', 'partial')),
  survives_release text check (survives_release in ('yes', 'no', 'partial')),
  deleted_after_days real check (deleted_after_days >= 0),
  billed_while_stopped text check (billed_while_stopped in ('yes', 'no', 'partial')),
  source_url text not null,
  as_of text,
  note text not null,
  unique (platform, volume)
) strict;

create table model (
  id text primary key,
  family text not null,
  hf_repo text not null,
  kind text not null,
  layers integer not null,
  hidden integer not null,
  heads integer not null,
  kv_heads integer not null,
  head_dim integer not null,
  intermediate integer not null,
  experts integer not null,
  experts_active integer not null,
  vocab integer not null,
  tied_embeddings integer not null,
  context integer not null,
  sliding_window integer,
  sliding_layers integer,
  params integer not null,
  params_active integer not null,
  params_linear integer not null,
  params_embed integer not null,
  kv_bytes_per_token_16bit integer,
  source text not null,
  note text not null
) strict;
