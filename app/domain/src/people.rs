//! People who keep the catalogue true: their roles, what is asked of a name and a password, and what they can do.
use crate::catalog::kinds::words;

words! {
    /// What somebody may change.
    Role {
        /// The catalogue.
        Editor = "editor",
        /// The catalogue, and who else may change it.
        Admin = "admin",
    }
}

words! {
    /// What is written down of people; what they did to the catalogue is a revision instead.
    Deed {
        /// Signed in.
        SignIn = "sign_in",
        /// A wrong password or code; those of one name and day are counted in one line.
        SignInFailed = "sign_in_failed",
        /// Signed out.
        SignOut = "sign_out",
        /// Ended all of one's sessions.
        SignOutEverywhere = "sign_out_everywhere",
        /// Made a link that lets somebody join.
        Invite = "invite",
        /// Took such a link back before it was used.
        InviteWithdrawn = "invite_withdrawn",
        /// Joined by a link, or was added by the command line.
        Joined = "joined",
        /// Was removed by the command line.
        Removed = "removed",
        /// A role was changed.
        RoleChanged = "role_changed",
        /// May no longer sign in.
        Deactivated = "deactivated",
        /// May sign in again.
        Reactivated = "reactivated",
        /// A password was changed.
        PasswordChanged = "password_changed",
        /// Codes are asked for at each sign-in.
        SecondFactorOn = "second_factor_on",
        /// … no longer, by their own wish.
        SecondFactorOff = "second_factor_off",
        /// … no longer, because an admin said so.
        SecondFactorReset = "second_factor_reset",
        /// A recovery code was used in place of a code.
        RecoveryCodeUsed = "recovery_code_used",
        /// New recovery codes replaced the old ones.
        RecoveryCodesMade = "recovery_codes_made",
    }
}

words! {
    /// A field of the forms about people.
    Field {
        /// Name to sign in with.
        Name = "name",
        /// The password in force.
        OldPassword = "old",
        /// A new password.
        Password = "password",
        /// The new password once more.
        Again = "again",
        /// A code of the second factor.
        Code = "code",
        /// Whom an invitation is for.
        Remark = "remark",
    }
}

/// Why a field cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing was entered.
    Missing,
    /// More characters than it may have.
    TooLong,
    /// Blanks at an end, or characters that cannot be seen.
    NotPlain,
    /// Somebody has this name, or one that differs in capitals only.
    Taken,
    /// Fewer than [`SHORTEST`] characters.
    TooShort,
    /// The password is the name.
    IsTheName,
    /// The two entries differ.
    Differs,
    /// Not the password, or not the code, that was asked for.
    Wrong,
}

/// Most characters of a name.
pub const LONGEST_NAME: usize = 60;

/// Fewest characters of a password.
pub const SHORTEST: usize = 10;

/// Most bytes of a password.
pub const LONGEST_BYTES: usize = 1024;

/// Characters that are not seen and would make two names look alike.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether somebody can be called that.
pub fn check_name(name: &str) -> Result<(), Flaw> {
    if name.trim().is_empty() {
        return Err(Flaw::Missing);
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(Flaw::TooLong);
    }
    if name.trim() != name || name.contains(is_hidden) {
        return Err(Flaw::NotPlain);
    }
    Ok(())
}

/// Whether `password`, entered twice, can be that of `name`; the fields at fault.
pub fn check_password(name: &str, password: &str, again: &str) -> Vec<(Field, Flaw)> {
    let flaw = if password.is_empty() {
        Some(Flaw::Missing)
    } else if password.chars().count() < SHORTEST {
        Some(Flaw::TooShort)
    } else if password.len() > LONGEST_BYTES {
        Some(Flaw::TooLong)
    } else if password.to_lowercase() == name.to_lowercase() {
        Some(Flaw::IsTheName)
    } else {
        None
    };
    match flaw {
        Some(flaw) => vec![(Field::Password, flaw)],
        None if password != again => vec![(Field::Again, Flaw::Differs)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_of_a_length() {
        assert_eq!(check_name("林 琦"), Ok(()));
        assert_eq!(check_name(" "), Err(Flaw::Missing));
        assert_eq!(check_name(&"x".repeat(61)), Err(Flaw::TooLong));
        for odd in [" lin", "lin\n", "li\u{200b}n", "\u{202e}nil"] {
            assert_eq!(check_name(odd), Err(Flaw::NotPlain), "{odd:?}");
        }
    }

    #[test]
    fn a_password_is_long_enough_is_not_the_name_and_was_typed_twice() {
        let check = |password: &str, again: &str| check_password("linqi-linqi", password, again);
        assert_eq!(check("", ""), [(Field::Password, Flaw::Missing)]);
        assert_eq!(check("123456789", "x"), [(Field::Password, Flaw::TooShort)]);
        assert_eq!(
            check(&"x".repeat(1025), ""),
            [(Field::Password, Flaw::TooLong)]
        );
        assert_eq!(
            check("LINQI-linqi", "LINQI-linqi"),
            [(Field::Password, Flaw::IsTheName)]
        );
        assert_eq!(
            check("租卡租卡租卡租卡租卡", "租卡"),
            [(Field::Again, Flaw::Differs)]
        );
        assert_eq!(check("租卡租卡租卡租卡租卡", "租卡租卡租卡租卡租卡"), []);
    }
}
