//! What is said of libraries.
use crate::text::{Locale, td_string};
use domain::compat::Because;

pub(super) fn because(locale: Locale, because: &Because) -> String {
    match because {
        Because::LibraryRuns { library, least } => {
            td_string!(
                locale,
                check.b_l_runs,
                library = library.clone(),
                least = least.clone()
            )
        }
        Because::LibraryNeedsCard { library, least } => {
            td_string!(
                locale,
                check.b_l_card,
                library = library.clone(),
                least = least.clone()
            )
        }
        Because::LibraryWithoutInt8 { library, least } => {
            td_string!(
                locale,
                check.b_l_int8,
                library = library.clone(),
                least = least.clone()
            )
        }
        Because::LibraryNewEnough { library, least } => {
            td_string!(
                locale,
                check.b_l_new,
                library = library.clone(),
                least = least.to_string()
            )
        }
        Because::LibraryTooOld { library, least } => {
            td_string!(
                locale,
                check.b_l_old,
                library = library.clone(),
                least = least.to_string()
            )
        }
        Because::LibraryDoubted { library, least } => {
            td_string!(
                locale,
                check.b_l_doubt,
                library = library.clone(),
                least = least.to_string()
            )
        }
        Because::LibraryNeedsCuda { library, least } => {
            td_string!(
                locale,
                check.b_l_cuda,
                library = library.clone(),
                least = least.to_string()
            )
        }
        Because::LibraryCudaRange { library, range } => {
            td_string!(
                locale,
                check.b_l_range,
                library = library.clone(),
                range = range.clone()
            )
        }
        Because::LibraryNeeds {
            library,
            other,
            least,
        } => td_string!(
            locale,
            check.b_l_needs,
            library = library.clone(),
            other = other.clone(),
            least = least.to_string()
        ),
        Because::LibraryMinimaMet { library } => {
            td_string!(locale, check.b_l_minima, library = library.clone())
        }
        Because::LibraryHopperOnly { library } => {
            td_string!(locale, check.b_l_hopper, library = library.clone())
        }
        Because::LibraryAboveLimit { library, most } => {
            td_string!(
                locale,
                check.b_l_limit,
                library = library.clone(),
                most = most.clone()
            )
        }
        Because::LibraryNotRead { library } => {
            td_string!(locale, check.b_l_none, library = library.clone())
        }
        // Every other reason is no library's.
        _ => String::new(),
    }
}
