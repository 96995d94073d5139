/** A file that is kept by whoever answers the page: asked for by a click, saved by the browser. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { t } from '../language.ts';

const LONG_ENOUGH = 60_000; // milliseconds in which a browser begins to read what it saves

interface Props {
  path: string; // under /api/
  is?: string; // what the button does, for tests
  children: string;
}

export function Download({ path, is = 'download', children }: Props) {
  const hasFailed = useSignal(false);
  const save = () =>
    api.file(path).then(
      ({ name, file }) => ((hasFailed.value = false), saveAs(name, file)),
      () => (hasFailed.value = true),
    );
  return (
    <>
      <button type="button" onClick={() => void save()} data-do={is}>
        {children}
      </button>
      {hasFailed.value && (
        <span class="problem" role="alert">
          {t('ui.refused.offline')}
        </span>
      )}
    </>
  );
}

export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LONG_ENOUGH);
}
