import type { CallData, contract } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { Hosts } from './hosts.tsx'
import css from './providers.module.css'

interface TestedProps {
  busy: boolean
  found: CallData<typeof contract.providers.test> | undefined
  onTry: () => void
}

/** Tests the addresses before saving: shows the result of each and the models found. */
export function Tested({ busy, found, onTry }: TestedProps) {
  const { t } = useTranslation('providers')
  const format = useFormat()
  return (
    <FieldGroup label={t('test')}>
      <div>
        <Button busy={busy} onClick={onTry}>
          {t('testNow')}
        </Button>
      </div>
      <div role="status" className={css.tested}>
        {busy && <p className={css.small}>{t('testing')}</p>}
        {found && (
          <>
            <Hosts hosts={found.hosts} label={t('tested')} />
            <p className={css.small}>
              {t('found', { count: found.models.length, number: format.number(found.models.length) })}
            </p>
            {found.models.length > 0 && (
              <div {...scrollBox(t('foundModels'))} className={css.found}>
                {found.models.join(', ')}
              </div>
            )}
          </>
        )}
      </div>
    </FieldGroup>
  )
}
