import { use } from 'react'
import { focusComposer } from '#lib/composer-focus.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu, Menu } from '#ui/menu.tsx'
import { FillerContext } from '#features/conversation/index.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { usePermission } from '#features/session/index.ts'
import css from './button.module.css'
import { useFilledIdea } from './fill-idea.tsx'

const BatchItems = lazyView(async () => (await import('./batch-items.tsx')).BatchItems)

/** Opens a menu of ideas for the message field. */
export function IdeasButton() {
  const { t } = useTranslation('conversation')
  const filler = use(FillerContext)
  const installed = useInstalled('prompt-ideas')
  const filled = useFilledIdea((text) => {
    filler?.fill(text)
    // The menu returns the focus to its button in a timer that it sets now; this one must run later.
    setTimeout(focusComposer, 50)
  })
  if (!usePermission('can_use_prompts') || !installed || !filler) return null
  return (
    <>
      <Menu target={<IconButton icon="bulb" label={t('ideas')} className={css.tool} />} position="top-start">
        <LazyMenu>
          <BatchItems onChoose={filled.choose} />
        </LazyMenu>
      </Menu>
      {filled.dialog}
    </>
  )
}
