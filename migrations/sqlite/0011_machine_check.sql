-- Checks of rented machines that a visitor made a link of: what the script printed, as far as it is on the list of what
-- may be kept, and the offer's claims of that day.
create table machine_check (
  slug text primary key check (length(slug) between 8 and 32),
  document text not null check (length(document) <= 65536),
  created_at text not null
) strict;
