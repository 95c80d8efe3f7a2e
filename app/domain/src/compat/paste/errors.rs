//! Errors that are recognised by their words, also in Chinese where the system translates them.
use super::reading::Reading;

/// What is wrong, as the text itself says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// "no kernel image is available".
    NoKernelImage,
    /// "sm_120 is not compatible with the current PyTorch installation".
    NotInBuild,
    /// A build for processors only.
    CpuBuild,
    /// "CUDA driver version is insufficient".
    DriverTooOld,
    /// "Driver/library version mismatch".
    DriverMismatch,
    /// "forward compatibility was attempted on non supported HW".
    ForwardCompatibility,
    /// "Failed to initialize NVML: Unknown Error".
    CardLost,
    /// "couldn't communicate with the NVIDIA driver".
    NoDriver,
    /// "No devices were found".
    NoDevices,
    /// `nvidia-smi` itself is missing.
    NoSmi,
    /// "CUDA out of memory".
    OutOfMemory,
    /// "Is CUDA available: False".
    NotAvailable,
}

/// Words of each; all of an entry have to be in the line.
const WORDS: [(Trouble, &[&str]); 21] = [
    (Trouble::NoKernelImage, &["no kernel image is available"]),
    (
        Trouble::NotInBuild,
        &["not compatible with the current PyTorch"],
    ),
    (Trouble::CpuBuild, &["Torch not compiled with CUDA enabled"]),
    (Trouble::CpuBuild, &["torch", "+cpu"]),
    (
        Trouble::DriverTooOld,
        &["CUDA driver version is insufficient"],
    ),
    (
        Trouble::DriverTooOld,
        &["NVIDIA driver on your system is too old"],
    ),
    (
        Trouble::DriverMismatch,
        &["Driver/library version mismatch"],
    ),
    (
        Trouble::ForwardCompatibility,
        &["forward compatibility was attempted on non supported HW"],
    ),
    (
        Trouble::CardLost,
        &["Failed to initialize NVML: Unknown Error"],
    ),
    (Trouble::NoDriver, &["communicate with the NVIDIA driver"]),
    (Trouble::NoDriver, &["Found no NVIDIA driver"]),
    (Trouble::NoDevices, &["No devices were found"]),
    (Trouble::NoDevices, &["no CUDA-capable device is detected"]),
    (Trouble::NoSmi, &["nvidia-smi", "not found"]),
    (Trouble::NoSmi, &["nvidia-smi", "未找到命令"]),
    (Trouble::NoSmi, &["nvidia-smi", "不是内部或外部命令"]),
    (Trouble::NoSmi, &["nvidia-smi", "is not recognized as"]),
    (Trouble::NoSmi, &["无法将", "nvidia-smi", "识别为"]),
    (Trouble::OutOfMemory, &["CUDA out of memory"]),
    (Trouble::OutOfMemory, &["CUDA error: out of memory"]),
    (Trouble::NotAvailable, &["Is CUDA available: False"]),
];

pub(super) fn read(reading: &mut Reading, line: &str) {
    for (trouble, words) in WORDS {
        if words.iter().all(|word| line.contains(word)) {
            reading.trouble(trouble);
        }
    }
}
