//! State that is hashed, saved and restored.

use crate::paths;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, Generics, Index, Member, Type, parse_quote,
    spanned::Spanned,
};

/// A struct, or a variant of an enum.
struct Variant {
    /// `Self` or `Self::Name`.
    path: TokenStream,
    /// `Self` or `Name`.
    name: String,
    fields: Vec<Field>,
}

struct Field {
    member: Member,
    /// The variable that holds it.
    binding: Ident,
    ty: Type,
    options: Options,
}

#[derive(Default, Clone, Copy)]
struct Options {
    skip: bool,
    skip_save: bool,
    hash_only: bool,
}

impl Field {
    const fn is_hashed(&self) -> bool {
        !self.options.skip
    }

    const fn is_saved(&self) -> bool {
        !self.options.skip && !self.options.skip_save
    }
}

pub(crate) fn state(input: &DeriveInput) -> Result<TokenStream, Error> {
    let options = options(&input.attrs, &["hash_only"])?;
    let variants = variants(input)?;
    let is_enum = matches!(input.data, Data::Enum(_));
    let hashing = hash_impl(input, &variants, is_enum);
    let saving = (!options.hash_only).then(|| save_impl(input, &variants, is_enum));
    Ok(quote!(#hashing #saving))
}

fn hash_impl(input: &DeriveInput, variants: &[Variant], is_enum: bool) -> TokenStream {
    let (geom, name) = (paths::geom(), &input.ident);
    let bound = quote!(#geom::HashState);
    let bounded = bounded(&input.generics, variants, &bound, Field::is_hashed);
    let (generics, _, bounds) = bounded.split_for_impl();
    let (_, arguments, _) = input.generics.split_for_impl();
    let arms = variants.iter().zip(0u32..).map(|(variant, number)| {
        let pattern = variant.pattern(Field::is_hashed);
        let number = is_enum.then(|| quote!(hash.write_u32(#number);));
        let fields = variant.fields.iter().filter(|field| field.is_hashed()).map(|field| {
            let binding = &field.binding;
            quote_spanned!(field.ty.span()=> #bound::hash_state(#binding, hash);)
        });
        quote!(#pattern => { #number #(#fields)* })
    });
    let body = match_self(&arms.collect::<Vec<_>>());
    let outline = outline_body(&geom, variants, is_enum);
    let hash = parameter("hash", variants, is_enum, Field::is_hashed);
    quote! {
        #[automatically_derived]
        impl #generics #bound for #name #arguments #bounds {
            fn hash_state(&self, #hash: &mut #geom::StateHash) {
                #body
            }

            fn outline(&self, outline: &mut #geom::StateOutline) {
                let _ = &outline; // A type without fields has nothing to say.
                #outline
            }
        }
    }
}

/// The names and values of all hashed fields, after the name of the variant.
fn outline_body(geom: &TokenStream, variants: &[Variant], is_enum: bool) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let pattern = variant.pattern(Field::is_hashed);
        let name = is_enum.then(|| {
            let name = variant.name.as_str();
            quote!(#geom::StateOutline::leaf(outline, ::core::format_args!(#name));)
        });
        let fields = variant.fields.iter().filter(|field| field.is_hashed()).map(|field| {
            let binding = &field.binding;
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            quote_spanned!(field.ty.span()=> #geom::StateOutline::field(outline, #name, #binding);)
        });
        quote!(#pattern => { #name #(#fields)* })
    });
    match_self(&arms.collect::<Vec<_>>())
}

fn save_impl(input: &DeriveInput, variants: &[Variant], is_enum: bool) -> TokenStream {
    let (geom, name) = (paths::geom(), &input.ident);
    let bound = quote!(#geom::SaveState);
    let bounded = bounded(&input.generics, variants, &bound, Field::is_saved);
    let (generics, _, bounds) = bounded.split_for_impl();
    let (_, arguments, _) = input.generics.split_for_impl();
    let saving = variants.iter().zip(0u32..).map(|(variant, number)| {
        let pattern = variant.pattern(Field::is_saved);
        let number = is_enum.then(|| quote!(#bound::save(&#number, out);));
        let fields = variant.fields.iter().filter(|field| field.is_saved()).map(|field| {
            let binding = &field.binding;
            quote_spanned!(field.ty.span()=> #bound::save(#binding, out);)
        });
        quote!(#pattern => { #number #(#fields)* })
    });
    let saving = match_self(&saving.collect::<Vec<_>>());
    let restoring = if is_enum {
        restore_enum(name, variants, &geom, &bound)
    } else {
        variants.iter().map(|variant| variant.restored(&bound)).collect()
    };
    let out = parameter("out", variants, is_enum, Field::is_saved);
    let input = parameter("input", variants, is_enum, Field::is_saved);
    quote! {
        #[automatically_derived]
        impl #generics #bound for #name #arguments #bounds {
            fn save(&self, #out: &mut #geom::StateWriter) {
                #saving
            }

            fn restore(
                #input: &mut #geom::StateReader<'_>,
            ) -> ::core::result::Result<Self, #geom::StateError> {
                #restoring
            }
        }
    }
}

fn restore_enum(
    name: &Ident,
    variants: &[Variant],
    geom: &TokenStream,
    bound: &TokenStream,
) -> TokenStream {
    let (count, expected) = (variants.len() as u32, format!("a variant of {name}"));
    let arms = variants.iter().zip(0u32..).map(|(variant, number)| {
        let restored = variant.restored(bound);
        quote!(#number => { #restored })
    });
    quote! {
        match #geom::StateReader::variant(input, #count, #expected)? {
            #(#arms)*
            _ => ::core::result::Result::Err(#geom::StateReader::error(input, #expected)),
        }
    }
}

/// The name of a parameter, or `_` where nothing uses it.
fn parameter(
    name: &str,
    variants: &[Variant],
    is_enum: bool,
    used: fn(&Field) -> bool,
) -> TokenStream {
    let by_field = variants.iter().flat_map(|variant| &variant.fields).any(used);
    // An enum has its number written, unless it has no variants and so no values; all numbers are read.
    if by_field || is_enum && (!variants.is_empty() || name == "input") {
        let name = format_ident!("{name}");
        quote!(#name)
    } else {
        quote!(_)
    }
}

/// A match over all variants of `self`; an enum without variants has no values.
fn match_self(arms: &[TokenStream]) -> TokenStream {
    if arms.is_empty() { quote!(match *self {}) } else { quote!(match self { #(#arms)* }) }
}

impl Variant {
    fn new(path: TokenStream, name: String, fields: &Fields) -> Result<Self, Error> {
        let fields = fields.iter().enumerate().map(|(index, field)| {
            let member =
                field.ident.clone().map_or(Member::Unnamed(Index::from(index)), Member::Named);
            let options = options(&field.attrs, &["skip", "skip_save"])?;
            let binding = format_ident!("field_{index}");
            Ok(Field { member, binding, ty: field.ty.clone(), options })
        });
        Ok(Self { path, name, fields: fields.collect::<Result<_, Error>>()? })
    }

    /// A pattern that takes the wanted fields out.
    fn pattern(&self, wanted: fn(&Field) -> bool) -> TokenStream {
        let (path, fields) = (&self.path, self.fields.iter().filter(|field| wanted(field)));
        let bindings = fields.map(|Field { member, binding, .. }| quote!(#member: #binding));
        // Without `..` where nothing is left out, so that it cannot hide anything.
        let rest = (!self.fields.iter().all(wanted)).then(|| quote!(..));
        quote!(#path { #(#bindings,)* #rest })
    }

    /// The value, read from `input`.
    fn restored(&self, bound: &TokenStream) -> TokenStream {
        let path = &self.path;
        let values = self.fields.iter().map(|field| {
            let member = &field.member;
            let value = if field.is_saved() {
                quote_spanned!(field.ty.span()=> #bound::restore(input)?)
            } else {
                quote_spanned!(field.ty.span()=> ::core::default::Default::default())
            };
            quote!(#member: #value)
        });
        quote!(::core::result::Result::Ok(#path { #(#values,)* }))
    }
}

fn variants(input: &DeriveInput) -> Result<Vec<Variant>, Error> {
    match &input.data {
        Data::Struct(data) => Ok(vec![Variant::new(quote!(Self), "Self".into(), &data.fields)?]),
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| {
                let name = &variant.ident;
                options(&variant.attrs, &[])?;
                Variant::new(quote!(Self::#name), name.to_string(), &variant.fields)
            })
            .collect(),
        Data::Union(_) => Err(Error::new_spanned(
            &input.ident,
            "a union does not know which of its fields it holds",
        )),
    }
}

/// What `#[state(…)]` says, of what is allowed at this place.
fn options(attributes: &[Attribute], allowed: &[&str]) -> Result<Options, Error> {
    let mut options = Options::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("state")) {
        attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
            if !allowed.contains(&name.as_str()) {
                let expected = match allowed {
                    [] => "nothing can be said about a variant".into(),
                    allowed => format!("expected {}", allowed.join(" or ")),
                };
                return Err(meta.error(expected));
            }
            match name.as_str() {
                "skip" => options.skip = true,
                "skip_save" => options.skip_save = true,
                _ => options.hash_only = true,
            }
            Ok(())
        })?;
    }
    Ok(options)
}

/// Asks the trait of every type parameter that a wanted field holds values of.
fn bounded(
    generics: &Generics,
    variants: &[Variant],
    bound: &TokenStream,
    wanted: fn(&Field) -> bool,
) -> Generics {
    let mut generics = generics.clone();
    let fields =
        || variants.iter().flat_map(|variant| &variant.fields).filter(|field| wanted(field));
    for parameter in generics.type_params_mut() {
        let name = &parameter.ident;
        if fields().any(|field| {
            let ty = &field.ty;
            mentions(quote!(#ty), name)
        }) {
            parameter.bounds.push(parse_quote!(#bound));
        }
    }
    generics
}

/// Types that hold no value of their parameter.
const MARKERS: [&str; 3] = ["PhantomData", "Id", "Slots"];

/// Whether a type holds values of a type parameter.
fn mentions(ty: TokenStream, parameter: &Ident) -> bool {
    // How many brackets are open since a marker.
    let (mut inside, mut after_marker) = (0, false);
    ty.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => {
            match punct.as_char() {
                '<' if after_marker || inside > 0 => inside += 1,
                '>' if inside > 0 => inside -= 1,
                _ => {}
            }
            after_marker = false;
            false
        }
        TokenTree::Ident(ident) => {
            after_marker = MARKERS.iter().any(|marker| ident == marker);
            inside == 0 && ident == *parameter
        }
        TokenTree::Group(group) => inside == 0 && mentions(group.stream(), parameter),
        TokenTree::Literal(_) => false,
    })
}
