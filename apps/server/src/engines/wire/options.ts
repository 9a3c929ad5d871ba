import {
  OPTION_NAMES,
  type ChatEvent,
  type OptionName,
  type OptionUse,
  type PromptOptionValues,
} from '../engine.ts'

/** Returns a notice with the changed options that this engine does not support, if any. */
export function unusedOptions(
  options: PromptOptionValues,
  use: Readonly<Record<OptionName, OptionUse>>,
): ChatEvent[] {
  const unused = OPTION_NAMES.filter(
    (name) => options[name] !== undefined && (use[name] === 'unsupported' || use[name] === 'ignored'),
  )
  return unused.length === 0
    ? []
    : [{ type: 'notice', code: 'OPTIONS_UNUSED', params: { options: unused.join(', ') } }]
}
