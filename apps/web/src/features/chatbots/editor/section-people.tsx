import { Suspense } from 'react'
import { canAdminister } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useItemDialogs } from '#features/items/index.ts'
import { PeopleOf } from '#features/sharing/index.ts'
import css from './editor.module.css'
import type { SectionProps } from './form.ts'

interface PeopleProps extends SectionProps {
  dirty: boolean
}

/** Who may read, edit or manage a chatbot; sharing it is a dialog of its own. */
export function PeopleSection({ form: { bot }, dirty }: PeopleProps) {
  const { t } = useTranslation('chatbots')
  const dialogs = useItemDialogs('chatbots')
  return (
    <div className={css.group}>
      <Suspense fallback={null}>
        <PeopleOf item={bot} />
      </Suspense>
      <p className={css.hint}>{t('people.text')}</p>
      {canAdminister(bot) && (
        <div>
          <Button icon="users" disabled={dirty} onClick={() => dialogs.show('share', bot.id)}>
            {t('share')}
          </Button>
        </div>
      )}
      {canAdminister(bot) && dirty && <p className={css.hint}>{t('people.saveFirst')}</p>}
    </div>
  )
}
