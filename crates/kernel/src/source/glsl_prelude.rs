//! Functions of GLSL that kernels have not, in the language of kernels: what a shader calls of them is written before it.

/// The remainder of whole numbers, as `%` has it. GLSL keeps names with two underscores for itself.
pub(super) const REMAINDER: &str = "__remainder";

/// For `float` and its vectors each: `T` stands for the type.
const ON_FLOATS: [(&str, &str); 8] = [
    ("sinh", "T sinh(T x) { return 0.5 * (exp(x) - exp(-x)); }"),
    ("cosh", "T cosh(T x) { return 0.5 * (exp(x) + exp(-x)); }"),
    ("asinh", "T asinh(T x) { return sign(x) * log(abs(x) + sqrt(x * x + 1.0)); }"),
    ("acosh", "T acosh(T x) { return log(x + sqrt(x * x - 1.0)); }"),
    ("atanh", "T atanh(T x) { return 0.5 * log((1.0 + x) / (1.0 - x)); }"),
    ("fma", "T fma(T a, T b, T c) { return a * b + c; }"),
    ("faceforward", "T faceforward(T n, T i, T r) { return dot(r, i) < 0.0 ? n : -n; }"),
    ("modf", "T modf(T x, out T whole) { whole = sign(x) * floor(abs(x)); return x - whole; }"),
];

/// As they are.
const OTHERS: [(&str, &str); 6] = [
    (
        "isnan",
        "bool isnan(float x) { return x != x; }
        bool2 isnan(float2 x) { return notEqual(x, x); }
        bool3 isnan(float3 x) { return notEqual(x, x); }
        bool4 isnan(float4 x) { return notEqual(x, x); }",
    ),
    (
        "isinf",
        "bool isinf(float x) { return abs(x) > 3.4028234e38; }
        bool2 isinf(float2 x) { return greaterThan(abs(x), float2(3.4028234e38)); }
        bool3 isinf(float3 x) { return greaterThan(abs(x), float3(3.4028234e38)); }
        bool4 isinf(float4 x) { return greaterThan(abs(x), float4(3.4028234e38)); }",
    ),
    (
        "outerProduct",
        "float2x2 outerProduct(float2 c, float2 r) { return float2x2(c * r.x, c * r.y); }
        float3x3 outerProduct(float3 c, float3 r) { return float3x3(c * r.x, c * r.y, c * r.z); }
        float4x4 outerProduct(float4 c, float4 r) { return float4x4(c * r.x, c * r.y, c * r.z, c * r.w); }",
    ),
    (
        "transpose",
        "float2x2 transpose(float2x2 m) { return float2x2(m[0].x, m[1].x, m[0].y, m[1].y); }
        float3x3 transpose(float3x3 m) {
            return float3x3(m[0].x, m[1].x, m[2].x, m[0].y, m[1].y, m[2].y, m[0].z, m[1].z, m[2].z);
        }
        float4x4 transpose(float4x4 m) {
            return float4x4(m[0].x, m[1].x, m[2].x, m[3].x, m[0].y, m[1].y, m[2].y, m[3].y,
                m[0].z, m[1].z, m[2].z, m[3].z, m[0].w, m[1].w, m[2].w, m[3].w);
        }",
    ),
    (
        "determinant",
        "float determinant(float2x2 m) { return m[0].x * m[1].y - m[1].x * m[0].y; }
        float determinant(float3x3 m) { return dot(m[0], cross(m[1], m[2])); }
        float determinant(float4x4 m) {
            float4 a = m[0]; float4 b = m[1]; float4 c = m[2]; float4 d = m[3];
            float s0 = a.x * b.y - b.x * a.y; float s1 = a.x * b.z - b.x * a.z; float s2 = a.x * b.w - b.x * a.w;
            float s3 = a.y * b.z - b.y * a.z; float s4 = a.y * b.w - b.y * a.w; float s5 = a.z * b.w - b.z * a.w;
            float c0 = c.x * d.y - d.x * c.y; float c1 = c.x * d.z - d.x * c.z; float c2 = c.x * d.w - d.x * c.w;
            float c3 = c.y * d.z - d.y * c.z; float c4 = c.y * d.w - d.y * c.w; float c5 = c.z * d.w - d.z * c.w;
            return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
        }",
    ),
    (
        "inverse",
        "float2x2 inverse(float2x2 m) {
            return float2x2(m[1].y, -m[0].y, -m[1].x, m[0].x) / (m[0].x * m[1].y - m[1].x * m[0].y);
        }
        float3x3 inverse(float3x3 m) {
            float3 a = cross(m[1], m[2]); float3 b = cross(m[2], m[0]); float3 c = cross(m[0], m[1]);
            return float3x3(a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z) / dot(m[0], a);
        }
        float4x4 inverse(float4x4 m) {
            float4 a = m[0]; float4 b = m[1]; float4 c = m[2]; float4 d = m[3];
            float s0 = a.x * b.y - b.x * a.y; float s1 = a.x * b.z - b.x * a.z; float s2 = a.x * b.w - b.x * a.w;
            float s3 = a.y * b.z - b.y * a.z; float s4 = a.y * b.w - b.y * a.w; float s5 = a.z * b.w - b.z * a.w;
            float c0 = c.x * d.y - d.x * c.y; float c1 = c.x * d.z - d.x * c.z; float c2 = c.x * d.w - d.x * c.w;
            float c3 = c.y * d.z - d.y * c.z; float c4 = c.y * d.w - d.y * c.w; float c5 = c.z * d.w - d.z * c.w;
            return float4x4(
                b.y * c5 - b.z * c4 + b.w * c3, a.z * c4 - a.y * c5 - a.w * c3,
                d.y * s5 - d.z * s4 + d.w * s3, c.z * s4 - c.y * s5 - c.w * s3,
                b.z * c2 - b.x * c5 - b.w * c1, a.x * c5 - a.z * c2 + a.w * c1,
                d.z * s2 - d.x * s5 - d.w * s1, c.x * s5 - c.z * s2 + c.w * s1,
                b.x * c4 - b.y * c2 + b.w * c0, a.y * c2 - a.x * c4 - a.w * c0,
                d.x * s4 - d.y * s2 + d.w * s0, c.y * s2 - c.x * s4 - c.w * s0,
                b.y * c1 - b.x * c3 - b.z * c0, a.x * c3 - a.y * c1 + a.z * c0,
                d.y * s1 - d.x * s3 - d.z * s0, c.x * s3 - c.y * s1 + c.z * s0
            ) / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
        }",
    ),
];

/// The functions that are asked for, as source.
pub(super) fn text(is_used: &dyn Fn(&str) -> bool) -> String {
    let mut text = String::new();
    for (_, template) in ON_FLOATS.iter().filter(|(name, _)| is_used(name)) {
        for ty in ["float", "float2", "float3", "float4"] {
            // The only capital T in them.
            text.extend([template.replace('T', ty).as_str(), "\n"]);
        }
    }
    if is_used(REMAINDER) {
        for ty in ["int", "int2", "int3", "int4"] {
            let by = |by: &str| {
                format!("{ty} {REMAINDER}({ty} a, {by} b) {{ return a - b * (a / b); }}\n")
            };
            text += &by(ty);
            if ty != "int" {
                text += &by("int");
            }
        }
    }
    for (_, other) in OTHERS.iter().filter(|(name, _)| is_used(name)) {
        text.extend([*other, "\n"]);
    }
    text
}
