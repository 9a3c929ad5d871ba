// The recorded streams of all servers, by the dialect that an engine reads.
import { ANTHROPIC_STREAMS } from './anthropic.ts'
import { AZURE_STREAMS } from './azure.ts'
import { BEDROCK_STREAMS } from './bedrock.ts'
import { GEMINI_STREAMS } from './gemini.ts'
import { GROQ_STREAMS } from './groq.ts'
import { LLAMA_CPP_STREAMS } from './llama-cpp.ts'
import { LM_STUDIO_STREAMS } from './lm-studio.ts'
import { MINIMAX_STREAMS } from './minimax.ts'
import { MISTRAL_STREAMS } from './mistral.ts'
import { OLLAMA_STREAMS } from './ollama.ts'
import { OLLAMA_V1_STREAMS } from './ollama-v1.ts'
import { OPENROUTER_STREAMS } from './openrouter.ts'
import { OTHER_SERVICES_STREAMS } from './other-services.ts'
import { PROXY_STREAMS } from './proxies.ts'
import { REASONING_MARKS } from './reasoning-marks.ts'
import { VLLM_STREAMS } from './vllm.ts'

export { ANTHROPIC_STREAMS, OLLAMA_STREAMS }

export const OPENAI_STREAMS = [
  ...LLAMA_CPP_STREAMS,
  ...VLLM_STREAMS,
  ...REASONING_MARKS,
  ...OLLAMA_V1_STREAMS,
  ...LM_STUDIO_STREAMS,
  ...MINIMAX_STREAMS,
  ...MISTRAL_STREAMS,
  ...GROQ_STREAMS,
  ...OPENROUTER_STREAMS,
  ...AZURE_STREAMS,
  ...BEDROCK_STREAMS,
  ...GEMINI_STREAMS,
  ...OTHER_SERVICES_STREAMS,
  ...PROXY_STREAMS,
]
