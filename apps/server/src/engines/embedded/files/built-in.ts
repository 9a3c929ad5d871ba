// The models that come with the product. Size and SHA-256 are those that the publisher reports for exactly this revision;
// the address contains the revision, so the file behind it never changes.

const HUB = 'https://huggingface.co'
const APACHE = { name: 'Apache-2.0', address: 'https://www.apache.org/licenses/LICENSE-2.0' }
const MIT = { name: 'MIT', address: `${HUB}/microsoft/Phi-4-mini-instruct/blob/main/LICENSE` }
const LLAMA = { name: 'Llama 3.2 Community License', address: 'https://www.llama.com/llama3_2/license/' }
const GEMMA = { name: 'Gemma Terms of Use', address: 'https://ai.google.dev/gemma/terms' }

type Capability = 'chat' | 'thinking' | 'tools' | 'embeddings'

interface BuiltIn {
  readonly family: string
  readonly tag: string
  readonly title: string
  readonly parameters: number
  readonly licence: { readonly name: string; readonly address: string }
  readonly sizeBytes: number
  /** Keys and values of one token of context: 2 × layers × key heads × head size × 2 bytes. */
  readonly bytesPerToken: number
  readonly contextLength: number
  readonly capabilities: Capability[]
  readonly address: string
  readonly sha256: string
}

export const BUILT_IN: readonly BuiltIn[] = [
  {
    family: 'smollm2',
    tag: '360m',
    title: 'SmolLM2 360M Instruct (Q8_0)',
    parameters: 0.36,
    licence: APACHE,
    sizeBytes: 386_404_992,
    bytesPerToken: 40_960,
    contextLength: 8_192,
    capabilities: ['chat'],
    address: `${HUB}/HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/593b5a2e04c8f3e4ee880263f93e0bd2901ad47f/smollm2-360m-instruct-q8_0.gguf`,
    sha256: '48ab3034d0dd401fbc721eb1df3217902fee7dab9078992d66431f09b7750201',
  },
  {
    family: 'qwen3',
    tag: '0.6b',
    title: 'Qwen3 0.6B (Q8_0)',
    parameters: 0.6,
    licence: APACHE,
    sizeBytes: 639_446_688,
    bytesPerToken: 114_688,
    contextLength: 40_960,
    capabilities: ['chat', 'thinking', 'tools'],
    address: `${HUB}/Qwen/Qwen3-0.6B-GGUF/resolve/23749fefcc72300e3a2ad315e1317431b06b590a/Qwen3-0.6B-Q8_0.gguf`,
    sha256: '9465e63a22add5354d9bb4b99e90117043c7124007664907259bd16d043bb031',
  },
  {
    family: 'gemma3',
    tag: '1b',
    title: 'Gemma 3 1B Instruct (Q4_K_M)',
    parameters: 1,
    licence: GEMMA,
    sizeBytes: 806_058_240,
    bytesPerToken: 26_624,
    contextLength: 32_768,
    capabilities: ['chat'],
    address: `${HUB}/ggml-org/gemma-3-1b-it-GGUF/resolve/f9c28bcd85737ffc5aef028638d3341d49869c27/gemma-3-1b-it-Q4_K_M.gguf`,
    sha256: '8ccc5cd1f1b3602548715ae25a66ed73fd5dc68a210412eea643eb20eb75a135',
  },
  {
    family: 'llama3.2',
    tag: '1b',
    title: 'Llama 3.2 1B Instruct (Q4_K_M)',
    parameters: 1.24,
    licence: LLAMA,
    sizeBytes: 807_694_464,
    bytesPerToken: 32_768,
    contextLength: 131_072,
    capabilities: ['chat', 'tools'],
    address: `${HUB}/bartowski/Llama-3.2-1B-Instruct-GGUF/resolve/067b946cf014b7c697f3654f621d577a3e3afd1c/Llama-3.2-1B-Instruct-Q4_K_M.gguf`,
    sha256: '6f85a640a97cf2bf5b8e764087b1e83da0fdb51d7c9fab7d0fece9385611df83',
  },
  {
    family: 'smollm2',
    tag: '1.7b',
    title: 'SmolLM2 1.7B Instruct (Q4_K_M)',
    parameters: 1.7,
    licence: APACHE,
    sizeBytes: 1_055_609_536,
    bytesPerToken: 196_608,
    contextLength: 8_192,
    capabilities: ['chat'],
    address: `${HUB}/HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF/resolve/2d4a76a30b4af41ecd395c35725ac11688d4cfe4/smollm2-1.7b-instruct-q4_k_m.gguf`,
    sha256: 'decd2598bc2c8ed08c19adc3c8fdd461ee19ed5708679d1c54ef54a5a30d4f33',
  },
  {
    family: 'qwen3',
    tag: '1.7b',
    title: 'Qwen3 1.7B (Q4_K_M)',
    parameters: 1.7,
    licence: APACHE,
    sizeBytes: 1_282_439_264,
    bytesPerToken: 114_688,
    contextLength: 40_960,
    capabilities: ['chat', 'thinking', 'tools'],
    address: `${HUB}/ggml-org/Qwen3-1.7B-GGUF/resolve/daeb8e2d528a760970442092f6bf1e55c3b659eb/Qwen3-1.7B-Q4_K_M.gguf`,
    sha256: 'd2387ca2dbfee2ffabce7120d3770dadca0b293052bc2f0e138fdc940d9bc7b5',
  },
  {
    family: 'granite3.3',
    tag: '2b',
    title: 'Granite 3.3 2B Instruct (Q4_K_M)',
    parameters: 2.5,
    licence: APACHE,
    sizeBytes: 1_545_303_328,
    bytesPerToken: 81_920,
    contextLength: 131_072,
    capabilities: ['chat', 'tools'],
    address: `${HUB}/ibm-granite/granite-3.3-2b-instruct-GGUF/resolve/7cdf86ccd1f1bb3491c9b7017b033f2e51367397/granite-3.3-2b-instruct-Q4_K_M.gguf`,
    sha256: 'ac71e9e32c0bea919b409c5918f69ca74339854b0319c5065e4e9fb6d95c4852',
  },
  {
    family: 'llama3.2',
    tag: '3b',
    title: 'Llama 3.2 3B Instruct (Q4_K_M)',
    parameters: 3.2,
    licence: LLAMA,
    sizeBytes: 2_019_377_696,
    bytesPerToken: 114_688,
    contextLength: 131_072,
    capabilities: ['chat', 'tools'],
    address: `${HUB}/bartowski/Llama-3.2-3B-Instruct-GGUF/resolve/5ab33fa94d1d04e903623ae72c95d1696f09f9e8/Llama-3.2-3B-Instruct-Q4_K_M.gguf`,
    sha256: '6c1a2b41161032677be168d354123594c0e6e67d2b9227c84f296ad037c728ff',
  },
  {
    family: 'phi4-mini',
    tag: '3.8b',
    title: 'Phi-4-mini 3.8B Instruct (Q4_K_M)',
    parameters: 3.8,
    licence: MIT,
    sizeBytes: 2_491_874_272,
    bytesPerToken: 131_072,
    contextLength: 131_072,
    capabilities: ['chat', 'tools'],
    address: `${HUB}/unsloth/Phi-4-mini-instruct-GGUF/resolve/78eb92a46fc37e6b524df991ed9aca9bc6aa7b80/Phi-4-mini-instruct-Q4_K_M.gguf`,
    sha256: '88c00229914083cd112853aab84ed51b87bdf6b9ce42f532d8c85c7c63b1730a',
  },
  {
    family: 'qwen3',
    tag: '4b',
    title: 'Qwen3 4B (Q4_K_M)',
    parameters: 4,
    licence: APACHE,
    sizeBytes: 2_497_280_256,
    bytesPerToken: 147_456,
    contextLength: 40_960,
    capabilities: ['chat', 'thinking', 'tools'],
    address: `${HUB}/Qwen/Qwen3-4B-GGUF/resolve/bc640142c66e1fdd12af0bd68f40445458f3869b/Qwen3-4B-Q4_K_M.gguf`,
    sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
  },
  {
    family: 'mistral',
    tag: '7b',
    title: 'Mistral 7B Instruct v0.3 (Q4_K_M)',
    parameters: 7.2,
    licence: APACHE,
    sizeBytes: 4_372_812_000,
    bytesPerToken: 131_072,
    contextLength: 32_768,
    capabilities: ['chat', 'tools'],
    address: `${HUB}/bartowski/Mistral-7B-Instruct-v0.3-GGUF/resolve/61fd4167fff3ab01ee1cfe0da183fa27a944db48/Mistral-7B-Instruct-v0.3-Q4_K_M.gguf`,
    sha256: '1270d22c0fbb3d092fb725d4d96c457b7b687a5f5a715abe1e818da303e562b6',
  },
  {
    family: 'qwen3',
    tag: '8b',
    title: 'Qwen3 8B (Q4_K_M)',
    parameters: 8.2,
    licence: APACHE,
    sizeBytes: 5_027_783_488,
    bytesPerToken: 147_456,
    contextLength: 40_960,
    capabilities: ['chat', 'thinking', 'tools'],
    address: `${HUB}/Qwen/Qwen3-8B-GGUF/resolve/7c41481f57cb95916b40956ab2f0b139b296d974/Qwen3-8B-Q4_K_M.gguf`,
    sha256: 'd98cdcbd03e17ce47681435b5150e34c1417f50b5c0019dd560e4882c5745785',
  },
  {
    family: 'nomic-embed-text',
    tag: 'v1.5',
    title: 'Nomic Embed Text v1.5 (Q8_0)',
    parameters: 0.14,
    licence: APACHE,
    sizeBytes: 146_146_432,
    bytesPerToken: 0,
    contextLength: 2_048,
    capabilities: ['embeddings'],
    address: `${HUB}/nomic-ai/nomic-embed-text-v1.5-GGUF/resolve/0188c9bf409793f810680a5a431e7b899c46104c/nomic-embed-text-v1.5.Q8_0.gguf`,
    sha256: '3e24342164b3d94991ba9692fdc0dd08e3fd7362e0aacc396a9a5c54a544c3b7',
  },
]
