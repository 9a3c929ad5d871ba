// Marks of reasoning and of the answer that servers leave in the text without a parser for the model: those of Gemma 4, Kimi K3,
// Cohere, Apertus, Seed, Hunyuan, Ernie, HyperCLOVA X and Granite, in the shapes that vLLM's parsers are tested with.
import { chunk, counted, done, usage } from './openai-chunks.ts'
import { events, type Recorded } from './recorded.ts'

const said = (content: string) =>
  events(chunk({ role: 'assistant', content: '' }), chunk({ content }, { usage }, 'stop')) + done

const shape = (
  server: string,
  content: string,
  read: Pick<Recorded, 'text' | 'thinking' | 'takesBack'>,
): Recorded => ({
  server,
  body: said(content),
  usage: counted,
  ...read,
})

const both = { text: 'Four.', thinking: 'Two and two.' }

export const REASONING_MARKS: readonly Recorded[] = [
  shape('Gemma 4', '<|channel>thought\nTwo and two.<channel|>Four.', both),
  shape(
    'Gemma 4, with a thought that begins like the name of its channel',
    '<|channel>thousand<channel|>Four.',
    {
      text: 'Four.',
      thinking: 'thousand',
    },
  ),
  shape('Gemma 4, with an empty thought', '<|channel>thought\n<channel|>\nFour.', { text: 'Four.' }),
  shape('Gemma 4, cut off while it thinks', '<|channel>thought\nTwo\nand', { thinking: 'Two\nand' }),
  shape(
    'Kimi K3',
    '<|open|>think<|sep|>Two and two.<|close|>think<|sep|><|open|>response<|sep|>Four.<|close|>response<|sep|>',
    both,
  ),
  shape('Kimi K3 without thoughts', '<|open|>response<|sep|>Four.<|close|>response<|sep|>', {
    text: 'Four.',
  }),
  shape(
    'Cohere',
    '<|START_THINKING|>Two and two.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>',
    both,
  ),
  shape('HyperCLOVA X', '/think\nTwo and two.<|im_end|>\n<|im_start|>assistant\nFour.', both),
  shape('HyperCLOVA X, without special tokens', '/think\nTwo and two.\nassistant\nFour.', both),
  shape('HyperCLOVA X, cut off while it thinks', '/think\nTwo and two, an assistant', {
    thinking: 'Two and two, an assistant',
  }),
  shape(
    'Granite',
    'Here is my thought process:\n\nTwo and two.\nHere it is.\n\nHere is my response:\n\nFour.',
    { text: 'Four.', thinking: 'Here is my thought process:\n\nTwo and two.\nHere it is.', takesBack: true },
  ),
  shape('Granite, quantized', "Here's my thought process:\nTwo.\n\nHere's my response: Four.", {
    text: 'Four.',
    thinking: "Here's my thought process:\nTwo.",
    takesBack: true,
  }),
  shape('a model that only begins like Granite', 'Here is my thought process:\n\nHere is more. Four.', {
    text: 'Here is my thought process:\n\nHere is more. Four.',
  }),
  shape('Apertus', '<|inner_prefix|>Two and two.<|inner_suffix|>Four.', both),
  shape('Seed', '<seed:think>Two and two.</seed:think>Four.', both),
  shape('Hunyuan', '<think>\nTwo and two.\n</think>\n<answer>\nFour.\n</answer>', both),
  shape('Hunyuan, with a quick thought', '<think>\n\n</think>\n<answer>\nFour.\n</answer>', {
    text: 'Four.',
  }),
  shape('Hunyuan, whose answer has no end', '<think>\nTwo\n</think>\n<answer>\nFour.\nOr 4.', {
    text: 'Four.\nOr 4.',
    thinking: 'Two',
  }),
  shape('Ernie', '<think>\nTwo and two.\n</think>\n\n\n<response>\nFour.\n</response>\n', both),
  shape('a model that answers about the mark', '<answer>\nFour.\n</answer>', {
    text: '<answer>\nFour.\n</answer>',
  }),
  shape(
    'Hunyuan, with the mark inside its answer',
    '<think>\nTwo\n</think>\n<answer>\nWrite </answer> at the end.\n</answer>',
    {
      text: 'Write </answer> at the end.',
      thinking: 'Two',
    },
  ),
  shape('a reasoning model whose code has tags', '<think>Hm</think>```html\n<think>x</think>\n```', {
    text: '```html\n<think>x</think>\n```',
    thinking: 'Hm',
  }),
  shape('K2 Horizon', '<ifm|think>Two and two.</ifm|think>Four.', both),
  shape('K2 Horizon, quicker', '<ifm|think_faster>Two and two.</ifm|think_faster>Four.', both),
  shape('K2 Horizon, whose prompt opened its thoughts', 'Two and two.</ifm|think_fast>Four.', {
    ...both,
    takesBack: true,
  }),
  shape('Pangu', '[unused16]\nTwo and two.\n[unused17]\n\nFour.', both),
  shape('Pangu, which answers at once', '[unused16][unused17]Four.', { text: 'Four.' }),
  shape('MiniMax M3', '<mm:think>Two and two.</mm:think>Four.', both),
  shape('MiniMax M3, without thoughts', '</mm:think>Four.', { text: 'Four.' }),
  shape('Gemma 4, whose prompt opened the channel', 'Two and two.<channel|>Four.', {
    ...both,
    takesBack: true,
  }),
  shape(
    'Kimi K3, whose prompt opened its thoughts',
    'Two and two.<|close|>think<|sep|><|open|>response<|sep|>Four.<|close|>response<|sep|>',
    { ...both, takesBack: true },
  ),
  shape(
    'Cohere, whose prompt opened its thoughts',
    'Two and two.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>',
    {
      ...both,
      takesBack: true,
    },
  ),
  shape('an answer about a mark', 'Write `<channel|>` here.', { text: 'Write `<channel|>` here.' }),
]
