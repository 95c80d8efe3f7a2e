//! Words of the answers: for the page, the documents and the message to support.
use super::Checked;
use crate::components::{colon, comma};
use crate::text::{Locale, td_string};
use domain::inspect::{Finding, Machine, Promise, Question, Reason, Verdict};

/// A question.
pub fn question(locale: Locale, question: Question) -> &'static str {
    match question {
        Question::Driver => td_string!(locale, machine.q_driver),
        Question::Card => td_string!(locale, machine.q_card),
        Question::Count => td_string!(locale, machine.q_count),
        Question::Memory => td_string!(locale, machine.q_memory),
        Question::Whole => td_string!(locale, machine.q_whole),
        Question::Others => td_string!(locale, machine.q_others),
        Question::Power => td_string!(locale, machine.q_power),
        Question::Clocks => td_string!(locale, machine.q_clocks),
        Question::Pcie => td_string!(locale, machine.q_pcie),
        Question::Links => td_string!(locale, machine.q_links),
        Question::Ecc => td_string!(locale, machine.q_ecc),
        Question::Cpu => td_string!(locale, machine.q_cpu),
        Question::Ram => td_string!(locale, machine.q_ram),
        Question::Shm => td_string!(locale, machine.q_shm),
        Question::DataDisk => td_string!(locale, machine.q_data_disk),
        Question::DiskSize => td_string!(locale, machine.q_disk_size),
        Question::DiskRate => td_string!(locale, machine.q_disk_rate),
        Question::Network => td_string!(locale, machine.q_network),
    }
}

/// What was found.
pub fn reason(locale: Locale, reason: Reason) -> &'static str {
    match reason {
        Reason::Fits => td_string!(locale, machine.r_fits),
        Reason::SliceAsSold => td_string!(locale, machine.r_slice_as_sold),
        Reason::NotSeen => td_string!(locale, machine.r_not_seen),
        Reason::NotMeasured => td_string!(locale, machine.r_not_measured),
        Reason::NoPromise => td_string!(locale, machine.r_no_promise),
        Reason::StrangeName => td_string!(locale, machine.r_strange_name),
        Reason::DriverMissing => td_string!(locale, machine.r_driver_missing),
        Reason::DriverBroken => td_string!(locale, machine.r_driver_broken),
        Reason::CudaOld => td_string!(locale, machine.r_cuda_old),
        Reason::OtherCard => td_string!(locale, machine.r_other_card),
        Reason::FewerCards => td_string!(locale, machine.r_fewer_cards),
        Reason::MemoryShort => td_string!(locale, machine.r_memory_short),
        Reason::Mig => td_string!(locale, machine.r_mig),
        Reason::Vgpu => td_string!(locale, machine.r_vgpu),
        Reason::ForeignProcesses => td_string!(locale, machine.r_foreign_processes),
        Reason::OwnProcesses => td_string!(locale, machine.r_own_processes),
        Reason::MemoryInUse => td_string!(locale, machine.r_memory_in_use),
        Reason::PowerLimited => td_string!(locale, machine.r_power_limited),
        Reason::PowerBelowNominal => td_string!(locale, machine.r_power_below_nominal),
        Reason::ClocksLowered => td_string!(locale, machine.r_clocks_lowered),
        Reason::FewLanes => td_string!(locale, machine.r_few_lanes),
        Reason::RestingLanes => td_string!(locale, machine.r_resting_lanes),
        Reason::NarrowSlot => td_string!(locale, machine.r_narrow_slot),
        Reason::OldSlot => td_string!(locale, machine.r_old_slot),
        Reason::NoNvlink => td_string!(locale, machine.r_no_nvlink),
        Reason::NvlinkDown => td_string!(locale, machine.r_nvlink_down),
        Reason::OnlySys => td_string!(locale, machine.r_only_sys),
        Reason::EccOff => td_string!(locale, machine.r_ecc_off),
        Reason::CpuBelow => td_string!(locale, machine.r_cpu_below),
        Reason::RamBelow => td_string!(locale, machine.r_ram_below),
        Reason::ShmSmall => td_string!(locale, machine.r_shm_small),
        Reason::DataKept => td_string!(locale, machine.r_data_kept),
        Reason::DataGone => td_string!(locale, machine.r_data_gone),
        Reason::DataLost => td_string!(locale, machine.r_data_lost),
        Reason::DiskBelow => td_string!(locale, machine.r_disk_below),
        Reason::DiskSlow => td_string!(locale, machine.r_disk_slow),
        Reason::NetBelow => td_string!(locale, machine.r_net_below),
        Reason::NetFarServer => td_string!(locale, machine.r_net_far_server),
    }
}

/// What it means and what to do; nothing where all is well.
pub fn meaning(locale: Locale, reason: Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::NotSeen => td_string!(locale, machine.m_not_seen),
        Reason::NotMeasured => td_string!(locale, machine.m_not_measured),
        Reason::StrangeName => td_string!(locale, machine.m_strange_name),
        Reason::DriverMissing => td_string!(locale, machine.m_driver_missing),
        Reason::DriverBroken => td_string!(locale, machine.m_driver_broken),
        Reason::CudaOld => td_string!(locale, machine.m_cuda_old),
        Reason::OtherCard => td_string!(locale, machine.m_other_card),
        Reason::FewerCards => td_string!(locale, machine.m_fewer_cards),
        Reason::MemoryShort => td_string!(locale, machine.m_memory_short),
        Reason::Mig => td_string!(locale, machine.m_mig),
        Reason::Vgpu => td_string!(locale, machine.m_vgpu),
        Reason::ForeignProcesses => td_string!(locale, machine.m_foreign_processes),
        Reason::OwnProcesses => td_string!(locale, machine.m_own_processes),
        Reason::MemoryInUse => td_string!(locale, machine.m_memory_in_use),
        Reason::PowerLimited => td_string!(locale, machine.m_power_limited),
        Reason::PowerBelowNominal => td_string!(locale, machine.m_power_below_nominal),
        Reason::ClocksLowered => td_string!(locale, machine.m_clocks_lowered),
        Reason::FewLanes => td_string!(locale, machine.m_few_lanes),
        Reason::RestingLanes => td_string!(locale, machine.m_resting_lanes),
        Reason::NarrowSlot => td_string!(locale, machine.m_narrow_slot),
        Reason::OldSlot => td_string!(locale, machine.m_old_slot),
        Reason::NoNvlink => td_string!(locale, machine.m_no_nvlink),
        Reason::NvlinkDown => td_string!(locale, machine.m_nvlink_down),
        Reason::OnlySys => td_string!(locale, machine.m_only_sys),
        Reason::EccOff => td_string!(locale, machine.m_ecc_off),
        Reason::CpuBelow => td_string!(locale, machine.m_cpu_below),
        Reason::RamBelow => td_string!(locale, machine.m_ram_below),
        Reason::ShmSmall => td_string!(locale, machine.m_shm_small),
        Reason::DataKept => td_string!(locale, machine.m_data_kept),
        Reason::DataGone => td_string!(locale, machine.m_data_gone),
        Reason::DataLost => td_string!(locale, machine.m_data_lost),
        Reason::DiskBelow => td_string!(locale, machine.m_disk_below),
        Reason::DiskSlow => td_string!(locale, machine.m_disk_slow),
        Reason::NetBelow => td_string!(locale, machine.m_net_below),
        Reason::NetFarServer => td_string!(locale, machine.m_net_far_server),
        Reason::Fits | Reason::SliceAsSold | Reason::NoPromise => return None,
    })
}

/// How a question is answered.
pub fn verdict(locale: Locale, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => td_string!(locale, machine.v_ok),
        Verdict::Warn => td_string!(locale, machine.v_warn),
        Verdict::Fail => td_string!(locale, machine.v_fail),
        Verdict::Unknown => td_string!(locale, machine.v_unknown),
    }
}

/// How all of them together are. Only an offer or a chosen card is a promise that can be kept or broken.
pub fn whole(locale: Locale, result: &Checked) -> &'static str {
    let is_unseen = |f: &Finding| {
        f.verdict == Verdict::Unknown
            && f.reason != Reason::NoPromise
            && matches!(
                f.question,
                Question::Card | Question::Memory | Question::Whole
            )
    };
    match domain::inspect::whole(&result.findings) {
        Verdict::Ok if result.promise.offer.is_none() => td_string!(locale, machine.w_ok_card),
        Verdict::Ok => td_string!(locale, machine.w_ok),
        Verdict::Warn => td_string!(locale, machine.w_warn),
        Verdict::Fail if result.is_guess => td_string!(locale, machine.w_fail_guess),
        Verdict::Fail => td_string!(locale, machine.w_fail),
        Verdict::Unknown if result.is_guess && !result.findings.iter().any(is_unseen) => {
            td_string!(locale, machine.w_guess)
        }
        Verdict::Unknown => td_string!(locale, machine.w_unknown),
    }
}

/// "Power limit: the power limit was lowered, measured 320 / 450 W, nominal 450 W".
pub fn sentence(locale: Locale, finding: &Finding) -> String {
    let mut parts = vec![reason(locale, finding.reason).to_owned()];
    let figures = [
        (td_string!(locale, machine.measured_word), &finding.measured),
        (td_string!(locale, machine.promised_word), &finding.promised),
        (td_string!(locale, machine.nominal_word), &finding.nominal),
    ];
    let told = figures
        .into_iter()
        .filter_map(|(word, figure)| Some(format!("{word} {}", figure.as_ref()?)));
    parts.extend(told);
    format!(
        "{}{}{}",
        question(locale, finding.question),
        colon(locale),
        parts.join(comma(locale))
    )
}

/// What is for the platform to answer, not for the visitor to do or to measure once more.
fn is_theirs(finding: &Finding) -> bool {
    let is_bad = matches!(finding.verdict, Verdict::Fail | Verdict::Warn);
    let is_ours = matches!(
        finding.reason,
        Reason::OwnProcesses
            | Reason::RestingLanes
            | Reason::NetFarServer
            | Reason::DataGone
            | Reason::DataLost
    );
    is_bad && !is_ours
}

/// Whether the check saw that none of the visitor's own programs was on the card.
fn was_idle(machine: &Machine, findings: &[Finding]) -> bool {
    let are_foreign = machine.processes.is_some() && machine.processes == machine.processes_foreign;
    findings.iter().any(|finding| {
        let is_of_others = finding.reason == Reason::ForeignProcesses && are_foreign;
        finding.question == Question::Others && (finding.verdict == Verdict::Ok || is_of_others)
    })
}

/// "8 × GeForce RTX 4090".
pub fn subject(promise: &Promise) -> String {
    match (promise.fraction, promise.count) {
        (Some(share), _) => format!("{} × {}", crate::format::figure(share), promise.gpu.name),
        (None, Some(count)) if count > 1 => format!("{count} × {}", promise.gpu.name),
        _ => promise.gpu.name.clone(),
    }
}

/// A message to the platform's support; `None` where there is nothing to complain of.
pub fn message(
    locale: Locale,
    promise: &Promise,
    machine: &Machine,
    findings: &[Finding],
) -> Option<String> {
    let lines: Vec<String> = findings
        .iter()
        .filter(|finding| is_theirs(finding))
        .map(|finding| format!("- {}", sentence(locale, finding)))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let name = subject(promise);
    let idle = if was_idle(machine, findings) {
        td_string!(locale, machine.say_idle)
    } else {
        ""
    };
    let hello = match &machine.day {
        Some(day) => {
            td_string!(
                locale,
                machine.say_hello,
                name = name,
                day = day.clone(),
                idle = idle
            )
        }
        None => td_string!(locale, machine.say_hello_undated, name = name, idle = idle),
    };
    let end = td_string!(locale, machine.say_end);
    Some(format!("{hello}\n{}\n{end}", lines.join("\n")))
}
