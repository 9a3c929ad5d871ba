import type { Member } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { AccessRow } from './access-row.tsx'
import type { Level } from './api.ts'

const LEVELS: readonly Level[] = ['member', 'write', 'admin']

interface MemberRowProps {
  context: Member['context']
  /** `owner` comes first and is locked. */
  level: Level | 'owner'
  busy?: boolean
  /** Omitted when the reader may not change it. */
  onLevel?: ((level: Level) => void) | undefined
  onRemove?: (() => void) | undefined
}

/** A row of a group member: name, permission and a remove button. */
export function MemberRow({ context, level, busy = false, onLevel, onRemove }: MemberRowProps) {
  const { t } = useTranslation('contexts')
  const locked = level === 'owner'
  const choice =
    locked || !onLevel
      ? undefined
      : {
          value: level,
          options: LEVELS.map((value) => ({ value, label: t(`levels.${value}`) })),
          onChange: (next: string) => onLevel(LEVELS.find((one) => one === next) ?? 'member'),
        }
  return (
    <AccessRow
      context={context}
      access={{ label: t(`levels.${level}`), locked, choice }}
      busy={busy}
      onRemove={locked ? undefined : onRemove}
    />
  )
}
