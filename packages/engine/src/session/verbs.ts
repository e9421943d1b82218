import { lazily } from '../facts/lazily.ts';

/** An action that a person orders or that a tool's name states. */
export type Act =
  | 'talk'
  | 'change'
  | 'deploy'
  | 'run'
  | 'look'
  | 'pay'
  | 'push'
  | 'pull'
  | 'release'
  | 'merge'
  | 'approve'
  | 'share'
  | 'remove';

/** English verbs for each action. */
const verbs: Readonly<Record<Exclude<Act, 'remove'>, string>> = {
  talk:
    'post repost reply answer respond comment send resend forward relay tell announce publish notify alert warn ask inform submit ' +
    'upload share invite dm ping message text contact call chase nudge brief update open put file leave confirm accept decline ' +
    'remind thank apologise apologize congratulate email e-mail mail report cc copy toot tweet say',
  change:
    'set assign reassign move shift swap label tag flag link attach mark close reopen leave put add append insert import load create update ' +
    'raise lower adjust correct clean clear silence mute book rebook reserve schedule reschedule postpone accept decline reject edit rename ' +
    'archive sort fill register record log file resolve escalate change rotate handle process enter cancel void extend renew ' +
    'upgrade downgrade replace substitute switch reset lock unlock block unblock suspend resume activate deactivate enable disable ' +
    'merge split subscribe unsubscribe sync confirm pin snooze order remove delete drop upload write',
  deploy:
    'apply deploy redeploy release ship upgrade downgrade restart bounce recycle scale promote raise lower increase reduce resize ' +
    'rotate renew restore revert rollback switch point change set update enable disable migrate provision drain cordon uncordon bump ' +
    'roll install configure run',
  run:
    'run rerun restart bounce execute trigger reboot reload follow clean clear flush vacuum rotate install configure upgrade update ' +
    'patch repair fix copy sync mirror mount stop start kill renew submit correct change set',
  look: 'look check inspect see analyse analyze read watch show find compare triage',
  pay:
    'pay refund reimburse compensate transfer wire remit buy purchase charge credit give settle apply issue waive reorder order replace ' +
    'send',
  push: 'push force-push repush',
  pull: 'open create make raise submit send',
  release: 'publish release deploy push upload ship cut tag submit',
  merge: 'merge land',
  approve: 'approve',
  share: 'share invite grant publish',
};

/** In addition, verbs for local work: a name after one of them is not a target. */
const localVerbs =
  'summarise summarize explain describe document implement rewrite port adapt refactor translate reproduce investigate debug clone ' +
  'list count draft review';

/** Verbs of other languages, by prefix: `=` marks a whole word. Only for text that does not read as English. */
const begins: Readonly<Partial<Record<Act, string>>> = {
  look:
    'lies lese schau sieh seh pruf zeig anzeig auflist list such hol abruf abfrag zusammenfass fass erklar vergleich ansicht ' +
    'lis lire lisez affich consult voir regard cherch verifi resum expli montr recuper dis ' +
    '=lee leer =mira mirar busc muestr mostr revis comprueb comprob dime obten legg guard cerc elenc visualizz controll riassum spieg ' +
    'dimm trov =leia =ler =veja =ver procur diga lees lezen bekijk kijk zoek toon ophal opvrag =haal =vat samenvat uitleg ' +
    '=las lasa hamt =visa sok kolla gransk sammanfatt =hent czytaj przeczyt pokaz pobier pobierz wyswietl szuk znajd sprawd streszcz ' +
    'stresc podsum wyjasn',
  talk:
    'schick send antwort schreib benachrichtig informier meld mitteil veroffentlich bestatig erinner envoi envoy repond ecri publi ' +
    'inform previen notifi transm confirm rappel annonc envi mand respond contest escrib escrev avis recuerd invi rispond scriv ' +
    'pubblic avvis conferm caric stuur sturen verstuur verzend antwoord beantwoord schrijf laat bevestig waarschuw skick svar meddel ' +
    'bekraft wysl wyslij odpowi odpis napis powiad poinform potwierdz =laat',
  change:
    'ander trag eintrag verschieb verleg schliess aktualisier erstell anleg markier stornier buch reservier notier zuweis erledig setz ' +
    'modif chang mets mettr =note noter deplac ferm cree creer actualis enregistr ajout marqu annul corrig assign actualiz cambi =pon ' +
    'anot muev mover cierr cerrar crea crear registr anad agreg cancel reserv corrij reprogram aggiorn sposta chiud aggiung segn ' +
    'annull prenot corregg assegn atualiz alter =mude mudar remarc remarq fech =crie adicion agend wijzig verander verzet zet sluit ' +
    'aanmak bijwerk toevoeg noteer annuleer boek verplaats aanpass =andra uppdater flytt stang skapa bokfor boka markera zmien uzupeln ' +
    'zaktualiz przesun zamkn utworz dodaj zapisz oznacz anuluj zarezerw popraw ustaw =marque',
  pay: 'zahl bezahl uberweis erstatt paye payer paie paiem vers rembours pago paga pagar pague pagam transfier reembols bonific rimbors betal overmak zaplac oplac przelej zwroc platn',
  push: 'pousse =pushe pushea =pusha =pushen pchnij wypchn',
  deploy: 'ausroll deploi despleg distribu implant uitrol rulla wdroz neustart redemarr reinici riavvi',
  share:
    'freigeb einlad =teile partag invit compart condivid compartilh convid partilh =deel uitnodig dela bjud udostepn zapros',
  approve: 'genehmig approuv autoris aprueb aprob autoriz approv aprov goedkeur godkann zatwierd',
  remove: 'losch entfern supprim effac borr elimin cancell exclu apag verwijder rader usun skasuj',
};

const english = lazily((): ReadonlyMap<string, readonly Act[]> => {
  const all = new Map<string, Act[]>(localVerbs.split(' ').map((verb) => [verb, []]));
  for (const [act, words] of Object.entries(verbs) as [Act, string][])
    for (const word of words.split(' ')) all.set(word, [...(all.get(word) ?? []), act]);
  return all;
});

const foreign = lazily((): readonly (readonly [RegExp, Act])[] =>
  (Object.entries(begins) as [Act, string][]).map(([act, words]) => {
    const forms = words.split(' ').map((word) => (word.startsWith('=') ? `${word.slice(1)}$` : word));
    return [new RegExp(`^(?:${forms.join('|')})`, 'u'), act];
  }),
);

/** The actions that an English verb orders, in any of its forms; empty for a verb of local work. */
export function actsOfVerb(word: string): readonly Act[] | undefined {
  const all = english();
  const forms = [word, word.replace(/ing$/u, ''), word.replace(/ing$/u, 'e')];
  const form = forms.find((one) => all.has(one));
  if (form !== undefined) return all.get(form);
  // `posted` reports something that is already done.
  return [word.replace(/ed$/u, ''), word.replace(/d$/u, '')].some((one) => one !== word && all.has(one))
    ? []
    : undefined;
}

/** Like `actsOfVerb`, for a word of another language. */
export function actsOfForeignVerb(word: string): readonly Act[] | undefined {
  const plain = plainWord(word);
  const acts = foreign().flatMap(([begin, act]) => (begin.test(plain) ? [act] : []));
  return acts.length === 0 ? undefined : acts;
}

/** Removes diacritics. */
function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** A rough stem, equal for the forms of a word in most European languages: `Bills` and `bill`, `schließe` and `schliessen`. */
export function stemOf(word: string): string {
  const plain = plainWord(word);
  const bare = plain.replace(/(?:ations?|ung|ing|ed|es|en|er|ez|s|e|t|r|a|o)$/u, '');
  return bare.length < 3 ? plain : bare;
}
