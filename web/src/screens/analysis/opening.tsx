/** Where an analysis begins: an empty table to fill, or a text that is pasted or dropped. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api } from '../../api.ts';
import { GAMES } from '../../games/games.ts';
import { t } from '../../language.ts';
import type { Replay, TextProblem } from '../../messages.ts';
import { analysisOf, editOf } from '../../positionlink.ts';
import { reasonOf } from '../../refusals.ts';
import { go, to } from '../../route.ts';
import { FileButton } from '../filebutton.tsx';
import { Logo } from '../header.tsx';
import { RecordBoard } from './record.tsx';

const LONGEST = 100_000; // characters of a text

export function Opening() {
  const shown = useSignal<{ replay: Replay; record: string } | null>(null);
  useEffect(() => {
    document.title = `${t('ui.analysis')} · Azulejos`;
  }, []);
  if (shown.value) return <RecordBoard {...shown.value} close={() => (shown.value = null)} />;
  return (
    <main class="lobby opening">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t('ui.analysis')}</h1>
      </header>
      <p class="motto">{t('ui.analysis.motto')}</p>
      <section class="list">
        <h2>{t('ui.editor.fresh')}</h2>
        <p class="none">{t('ui.editor.about')}</p>
        <div class="row">
          {Object.keys(GAMES).map(game => (
            <a key={game} class="button" href={to(`/#edit-${game}`)} data-game={game}>
              {t(`game.${game}`)}
            </a>
          ))}
        </div>
      </section>
      <Import found={(replay, record) => (shown.value = { replay, record })} />
    </main>
  );
}

function Import({ found }: { found: (replay: Replay, record: string) => void }) {
  const text = useSignal('');
  const problem = useSignal<TextProblem | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const open = async (given: string) => {
    text.value = given;
    problem.value = given.length > LONGEST ? nowhere(t('ui.opening.long')) : null;
    if (problem.value || !given.trim()) return;
    try {
      const { trial, draft, replay, problem: why } = await api.openText({ text: given });
      if (trial) go(analysisOf(trial.position));
      else if (draft) go(editOf(draft.position));
      else if (replay) found(replay, given);
      problem.value = why;
      if (why) point(field.current!, why);
    } catch (error) {
      problem.value = nowhere(reasonOf(error));
    }
  };
  const read = async (file: File) => {
    await open(file.size > 4 * LONGEST ? ' '.repeat(LONGEST + 1) : await file.text());
  };
  return (
    <section
      class="list"
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        const [file] = event.dataTransfer?.files ?? [];
        if (!file) return;
        event.preventDefault();
        void read(file);
      }}
    >
      <h2>{t('ui.opening.title')}</h2>
      <p class="none" id="open-about">
        {t('ui.opening.about')}
      </p>
      <textarea
        ref={field}
        rows={8}
        value={text.value}
        onInput={event => (text.value = event.currentTarget.value)}
        aria-label={t('ui.opening.title')}
        aria-describedby="open-about open-problem"
        aria-invalid={problem.value !== null}
        spellcheck={false}
      />
      <p class="problem" role="alert" id="open-problem">
        {problem.value && problemText(problem.value)}
      </p>
      <div class="row">
        <button class="main" onClick={() => void open(text.value)} disabled={!text.value.trim()} data-do="open">
          {t('ui.opening.open')}
        </button>
        <FileButton is="file" chosen={read}>
          {t('ui.opening.file')}
        </FileButton>
      </div>
    </section>
  );
}

/** A problem of the text as a whole. */
const nowhere = (reason: string): TextProblem => ({
  ...{ reason, said: { message: 'fault.as_it_is', values: { text: reason } } },
  ...{ line: null, column: null },
});

function problemText({ said, line, column }: TextProblem): string {
  const reason = t(said.message, said.values);
  if (line === null) return reason;
  return `${column === null ? t('ui.opening.line', { line }) : t('ui.opening.at', { line, column })}: ${reason}`;
}

/** Select the word that is wrong. */
function point(field: HTMLTextAreaElement, { line, column }: TextProblem): void {
  if (line === null) return;
  const lines = field.value.trimStart().split('\n');
  const skipped = field.value.length - field.value.trimStart().length;
  const start = skipped + lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const rest = lines[line - 1]?.slice((column ?? 1) - 1) ?? '';
  const length = column === null ? rest.length : (/^[^\s;]+/.exec(rest)?.[0].length ?? 1);
  field.focus();
  field.setSelectionRange(start + (column ?? 1) - 1, start + (column ?? 1) - 1 + length);
}
