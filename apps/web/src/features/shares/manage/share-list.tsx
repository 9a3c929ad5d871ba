import type { Share } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { FactList, type FactListProps } from '#ui/fact-list.tsx'
import { ShareRow, type Act } from './share-row.tsx'

interface ShareListProps extends Pick<FactListProps<Share>, 'list' | 'empty'> {
  isNamed: boolean
  onAct: (act: Act, share: Share) => void
}

/** One's own links. */
export function ShareList({ isNamed, onAct, ...rest }: ShareListProps) {
  const { t } = useTranslation('shares')
  return (
    <FactList
      {...rest}
      label={t('links')}
      failed={t('loadFailed')}
      row={(share) => (
        <ShareRow key={share.id} share={share} isNamed={isNamed} onAct={(act) => onAct(act, share)} />
      )}
    />
  )
}
