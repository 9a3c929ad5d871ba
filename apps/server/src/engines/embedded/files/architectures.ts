// The architectures passed to llama.cpp: those that the pinned node-llama-cpp supports for generating or embedding text.
// Model parts (image projectors, draft models) and audio models are excluded on purpose.

/** Produce embeddings, never answers. */
const ENCODERS = new Set([
  'bert',
  'modern-bert',
  'nomic-bert',
  'nomic-bert-moe',
  'neo-bert',
  'jina-bert-v2',
  'jina-bert-v3',
  'eurobert',
  'gemma-embedding',
  'llama-embed',
])

/** Keep a state of fixed size instead of keys and values, and may have no attention heads. */
const WITHOUT_ATTENTION = new Set(['mamba', 'mamba2', 'rwkv6', 'rwkv6qwen2', 'rwkv7', 'arwkv7'])

const DECODERS = new Set(
  `llama llama4 deci falcon grok gpt2 gptj gptneox mpt baichuan starcoder refact bloom stablelm qwen qwen2 qwen2moe qwen2vl
   qwen3 qwen3moe qwen3next qwen3vl qwen3vlmoe qwen35 qwen35moe phi2 phi3 phimoe plamo plamo2 plamo3 codeshell orion internlm2
   minicpm minicpm3 gemma gemma2 gemma3 gemma3n gemma4 starcoder2 jamba falcon-h1 xverse command-r cohere2 cohere2moe dbrx
   olmo olmo2 olmoe openelm arctic deepseek deepseek2 deepseek32 deepseek4 chatglm glm4 glm4moe glm-dsa bitnet jais jais2
   nemotron nemotron_h nemotron_h_moe exaone exaone4 exaone-moe granite granitemoe granitehybrid chameleon plm bailingmoe
   bailingmoe2 dots1 arcee afmoe ernie4_5 ernie4_5-moe hunyuan-moe hunyuan-dense hunyuan_vl smollm3 gpt-oss lfm2 lfm2moe
   smallthinker seed_oss grovemoe apertus minimax-m2 minimax-m3 cogvlm pangu-embedded mistral3 mistral4 mimo2 step35
   maincoder kimi-linear mellum`.split(/\s+/),
)

export interface Architecture {
  readonly encoder: boolean
  readonly attention: boolean
}

/** Returns the architecture with this name in a file; undefined if it is not supported. */
export function architectureOf(name: string): Architecture | undefined {
  if (ENCODERS.has(name)) return { encoder: true, attention: true }
  if (WITHOUT_ATTENTION.has(name)) return { encoder: false, attention: false }
  return DECODERS.has(name) ? { encoder: false, attention: true } : undefined
}
