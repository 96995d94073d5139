/* The module of Python that calls kernels: generic, for all games and all systems.

   A kernel is `int64_t kernel(const int64_t *words)`. A number is a word; an array is its address
   and its dimensions; a tuple is what it holds, one after the other. `takes` says what a kernel is
   called with, a letter each: `n` a number, `L` the layout of a table, which is not passed, and for
   an array the letter of its elements as in `struct`, with the number of its dimensions, as in
   `i2`; a tuple is in parentheses. Wherever a call does not fit, it raises TypeError.

   What is used of Python's stable ABI (3.11) is declared here: so nothing else is needed to build
   this for another system. */

typedef long long i64;
typedef __INTPTR_TYPE__ ssize;

#ifdef _WIN32
#define FROM_PYTHON __declspec(dllimport)
#define PUBLIC __declspec(dllexport)
int _fltused; /* what Microsoft's libraries have where numbers with a point are used */
#else
#define FROM_PYTHON extern
#define PUBLIC __attribute__((visibility("default")))
#endif

typedef struct Object Object;
typedef struct {
  void *memory;
  Object *owner;
  ssize size, item_size;
  int is_readonly, dimensions;
  char *format;
  ssize *shape, *strides, *suboffsets;
  void *internal;
} Buffer;
typedef Object *(*Function)(Object *self, Object *const *arguments, ssize count);
typedef struct { const char *name; Function function; int flags; const char *help; } Method;
typedef struct { int slot; void *value; } Slot;
typedef struct {
  ssize head[2]; void *base[3]; /* of an object, and of a definition */
  const char *name, *help; ssize size; Method *methods; Slot *slots; void *hooks[3];
} Definition;

enum { FASTCALL = 0x80, EXECUTE = 2, WITH_DIMENSIONS = 8, C_CONTIGUOUS = 0x38, WITH_FORMAT = 4 };

FROM_PYTHON Object *PyExc_TypeError;
FROM_PYTHON Object *PyErr_Format(Object *, const char *, ...);
FROM_PYTHON Object *PyErr_Occurred(void);
FROM_PYTHON void PyErr_Clear(void);
FROM_PYTHON void *PyEval_SaveThread(void);
FROM_PYTHON void PyEval_RestoreThread(void *);
FROM_PYTHON int PyObject_GetBuffer(Object *, Buffer *, int);
FROM_PYTHON void PyBuffer_Release(Buffer *);
FROM_PYTHON i64 PyLong_AsLongLong(Object *);
FROM_PYTHON Object *PyLong_FromLongLong(i64);
FROM_PYTHON Object *PyCFunction_NewEx(Method *, Object *, Object *);
FROM_PYTHON Object *PyModuleDef_Init(Definition *);
FROM_PYTHON int PyModule_AddObjectRef(Object *, const char *, Object *);
FROM_PYTHON int PyModule_AddStringConstant(Object *, const char *, const char *);
FROM_PYTHON Object *PyList_New(ssize);
FROM_PYTHON int PyList_Append(Object *, Object *);
FROM_PYTHON ssize PyTuple_Size(Object *);
FROM_PYTHON Object *PyTuple_GetItem(Object *, ssize);
FROM_PYTHON Object *Py_BuildValue(const char *, ...);
FROM_PYTHON void Py_DecRef(Object *);

typedef struct {
  const char *game, *key, *takes;
  int has_result;
  i64 (*kernel)(const i64 *);
} Export;
#include "exports.h" /* `exports`, `digest` and `sources`: written by `linking.py` */

enum { MAX_ARRAYS = 96, MAX_WORDS = 320 };

typedef struct {
  const Export *export;
  const char *takes; /* what is left of it */
  int arrays, words;
  Buffer array[MAX_ARRAYS];
  i64 word[MAX_WORDS];
} Call;

static int refuse(const Call *call, const char *wanted) {
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_TypeError, "%s: %s", call->export->key, wanted);
  return 0;
}

/* Whether numbers are what a letter says: an `l` of four bytes is an `i`. */
static int fits(const Buffer *array, char letter) {
  static const char letters[] = "bhiqBHIQfd?";
  static const char kinds[] = "iiiiuuuuffu", sizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1};
  const char *format = array->format ? array->format : "B";
  char kind = 0;
  int wanted = 0;
  if (*format == '@' || *format == '=' || *format == '<') format++;
  while (letters[wanted] != letter) wanted++;
  for (int each = 0; letters[each]; each++)
    if (letters[each] == *format) kind = kinds[each];
  if (*format == 'l') kind = 'i';
  if (*format == 'L') kind = 'u';
  return kind == kinds[wanted] && !format[1] && array->item_size == sizes[wanted];
}

/* Add the words of an argument, or of what a tuple holds. */
static int add(Call *call, Object *argument) {
  char letter = *call->takes++;
  if (letter == 'L') return 1;
  if (letter == 'n') {
    i64 number = PyLong_AsLongLong(argument);
    if (number == -1 && PyErr_Occurred()) return refuse(call, "a number of 64 bits is needed");
    call->word[call->words++] = number;
    return 1;
  }
  if (letter == '(') {
    ssize size = PyTuple_Size(argument), place = 0;
    if (size < 0) return PyErr_Clear(), refuse(call, "a tuple is needed");
    while (*call->takes != ')')
      if (place == size || !add(call, PyTuple_GetItem(argument, place++)))
        return refuse(call, "the tuple has too few members");
    call->takes++;
    return place == size || refuse(call, "the tuple has too many members");
  }
  Buffer *array = &call->array[call->arrays];
  int dimensions = *call->takes++ - '0';
  if (PyObject_GetBuffer(argument, array, C_CONTIGUOUS | WITH_FORMAT)) return 0;
  call->arrays++;
  if (array->dimensions != dimensions || !fits(array, letter)) {
    PyErr_Format(PyExc_TypeError, "%s: an array of %c with %d dimensions is needed, not of %s with %d",
                 call->export->key, letter, dimensions, array->format, array->dimensions);
    return 0;
  }
  call->word[call->words++] = (__INTPTR_TYPE__)array->memory;
  for (int each = 0; each < dimensions; each++) call->word[call->words++] = array->shape[each];
  return 1;
}

static Object *run(Object *self, Object *const *arguments, ssize count) {
  const Export *export = &exports[PyLong_AsLongLong(self)];
  Call call;
  i64 result = 0;
  ssize place = 0;
  int is_right = 1;
  call.export = export, call.takes = export->takes, call.arrays = call.words = 0;
  while (is_right && *call.takes)
    is_right = place < count ? add(&call, arguments[place++]) : refuse(&call, "too few arguments");
  if (is_right && place < count) is_right = refuse(&call, "too many arguments");
  if (is_right) {
    void *thread = PyEval_SaveThread();
    result = export->kernel(call.word);
    PyEval_RestoreThread(thread);
  }
  while (call.arrays) PyBuffer_Release(&call.array[--call.arrays]);
  if (!is_right) return 0;
  return export->has_result ? PyLong_FromLongLong(result) : Py_BuildValue("");
}

static Method method = {"kernel", run, FASTCALL, "A kernel that was compiled ahead of time."};

/* KERNELS: a list of (game, key, takes, function). SOURCES: the files that they depend on, and
   DIGEST: of what these held. */
static int execute(Object *module) {
  Object *kernels = PyList_New(0);
  for (int each = 0; exports[each].key; each++) {
    const Export *export = &exports[each];
    Object *index = PyLong_FromLongLong(each), *function = PyCFunction_NewEx(&method, index, 0);
    Object *entry = Py_BuildValue("(sssN)", export->game, export->key, export->takes, function);
    Py_DecRef(index);
    if (!entry || PyList_Append(kernels, entry)) return -1;
    Py_DecRef(entry);
  }
  if (PyModule_AddObjectRef(module, "KERNELS", kernels)) return -1;
  Py_DecRef(kernels);
  if (PyModule_AddStringConstant(module, "SOURCES", sources)) return -1;
  return PyModule_AddStringConstant(module, "DIGEST", digest);
}

static Slot slots[] = {{EXECUTE, (void *)execute}, {0, 0}};
static Definition definition = {{1, 0}, {0, 0, 0}, "_kernels", 0, 0, 0, slots, {0, 0, 0}};

PUBLIC Object *PyInit__kernels(void) { return PyModuleDef_Init(&definition); }
