import { fireEvent, screen } from '@testing-library/react'

/** Cancels the modal dialog, as a browser does on Esc. jsdom does not. */
export const pressEsc = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
