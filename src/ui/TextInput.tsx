import { type InputHTMLAttributes, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'

type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue'> & {
  /** `undefined` means that only the page knows what is typed. */
  value?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * An input whose text the app decides on. With React's own `value`, any rendering would write over
 * a text that was filled in without an event (browser/filled-fields.ts). Here only another value
 * does.
 */
export function TextInput({ value, ref, ...input }: TextInputProps) {
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLInputElement)
  useLayoutEffect(() => {
    if (value !== undefined && field.current !== null && field.current.value !== value)
      field.current.value = value
  }, [value])
  return <input {...input} ref={field} defaultValue={value} />
}
