export { AdminHelpButton } from './admin-help-button.tsx'
export { RequireAdmin } from './require-admin.tsx'
export { useAdmin } from './use-admin.ts'
export { AdminHelp, AdminTabs, Landing } from './views.ts'
