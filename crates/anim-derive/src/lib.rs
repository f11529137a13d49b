//! The derive macros of `motile-anim`, re-exported there behind the feature `derive`.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Index, Member, Type, parse_macro_input};

/// Makes a struct a value that can be tweened, field by field. All fields must be `Animate`, and the
/// struct `Clone`.
#[proc_macro_derive(Animate)]
pub fn derive_animate(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    animate(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Lets data name the fields of types `f32`, `f64` and `i32` of a struct; other fields have no name.
#[proc_macro_derive(Properties)]
pub fn derive_properties(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    properties(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// The fields of a struct by name or number, with their types.
fn fields(input: &DeriveInput) -> Result<Vec<(Member, &Type)>, Error> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "only structs can be derived"));
    };
    let member = |(index, field): (usize, &syn::Field)| {
        field.ident.clone().map_or(Member::Unnamed(Index::from(index)), Member::Named)
    };
    Ok(match &data.fields {
        Fields::Unit => Vec::new(),
        fields => fields.iter().enumerate().map(|f| (member(f), &f.1.ty)).collect(),
    })
}

fn animate(input: &DeriveInput) -> Result<proc_macro2::TokenStream, Error> {
    let members: Vec<Member> = fields(input)?.into_iter().map(|(member, _)| member).collect();
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::motile_anim::Animate for #name #arguments #bounds {
            fn mix(from: &Self, to: &Self, t: f32) -> Self {
                Self { #(#members: ::motile_anim::Animate::mix(&from.#members, &to.#members, t)),* }
            }
            fn plus(&self, by: &Self) -> Self {
                Self { #(#members: ::motile_anim::Animate::plus(&self.#members, &by.#members)),* }
            }
            fn is_finite(&self) -> bool {
                true #(&& ::motile_anim::Animate::is_finite(&self.#members))*
            }
        }
    })
}

fn properties(input: &DeriveInput) -> Result<proc_macro2::TokenStream, Error> {
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let arms = fields(input)?.into_iter().filter_map(|(member, ty)| {
        let kind = match ty {
            Type::Path(path) if path.path.is_ident("f32") => quote!(F32),
            Type::Path(path) if path.path.is_ident("f64") => quote!(F64),
            Type::Path(path) if path.path.is_ident("i32") => quote!(I32),
            _ => return None,
        };
        let Member::Named(field) = &member else { return None };
        let text = field.to_string();
        Some(quote!(#text => Some(::motile_anim::Property::#kind(|target| &mut target.#member)),))
    });
    Ok(quote! {
        impl #generics ::motile_anim::Properties for #name #arguments #bounds {
            fn property(name: &str) -> Option<::motile_anim::Property<Self>> {
                match name {
                    #(#arms)*
                    _ => None,
                }
            }
        }
    })
}
